/** Banners over the table: the line is broken, somebody asks something, an answer got lost, the battle is over. */

import { useState } from "react";
import { joinAddress, keptGame } from "../memory";
import type { LiveSeat, Seated } from "../seat";
import { useStore } from "../store";
import type { Show } from "../wire";
import { some } from "../words";
import { Outcome } from "./Outcome";
import { renewSeat } from "./seating";

const LOCAL = /^(localhost|127\.|\[?::1)/; // an address that means something else on every machine

interface Props {
  seat: LiveSeat;
  show: Show;
  busy: boolean;
}

export function News({ seat, show, busy }: Props) {
  const seated = useStore(seat.state);
  const { now, status, lost, table } = seated;
  const side = table?.side ?? "";
  const wish = now.wish;
  const offers = (now.agreed ?? []).filter((one) => one !== side);
  return (
    <div className="news" aria-live="assertive">
      {status === "away" && (
        <p className="banner warn">
          Reconnecting… <span className="quiet">your battle is safe on the server</span>
        </p>
      )}
      {status === "shut" && <p className="banner warn">{seated.why}</p>}
      {lost && (
        <div className="banner warn">
          <p>The line broke before your answer arrived.</p>
          <button type="button" className="main" onClick={() => void seat.sendAgain()}>
            Send it again
          </button>
          <button type="button" onClick={() => seat.state.patch({ lost: null })}>
            Decide anew
          </button>
        </div>
      )}
      {wish && wish.side !== side && side && !now.result && (
        <div className="banner">
          <p>{`${wish.side} asks to take back ${some(wish.entries, "step")}.`}</p>
          <button type="button" className="main" onClick={() => void seat.wish({ do: "consent", yes: true })}>
            Accept
          </button>
          <button type="button" onClick={() => void seat.wish({ do: "consent", yes: false })}>
            Refuse
          </button>
        </div>
      )}
      {wish && wish.side === side && (
        <div className="banner">
          <p>You have asked to take back {some(wish.entries, "step")}; the others have not answered yet.</p>
          <button type="button" onClick={() => void seat.wish({ do: "consent", yes: false })}>
            Never mind
          </button>
        </div>
      )}
      {offers.length > 0 && !now.result && side && !(now.agreed ?? []).includes(side) && (
        <div className="banner">
          <p>{`${offers.join(" and ")} would end the battle as it stands.`}</p>
          <button type="button" className="main" onClick={() => void seat.wish({ do: "agree" })}>
            Agree
          </button>
          <button type="button" onClick={() => void seat.wish({ do: "agree", yes: false })}>
            Refuse
          </button>
        </div>
      )}
      {side && (now.agreed ?? []).includes(side) && !now.result && (
        <div className="banner">
          <p>You have offered to end the battle as it stands; the others have not answered yet.</p>
          <button type="button" onClick={() => void seat.wish({ do: "agree", yes: false })}>
            Withdraw
          </button>
        </div>
      )}
      {typeof now.lines_left === "number" && !now.result && side && (
        <p className="banner warn">
          {`This battle is very long: its journal has room for ${some(now.lines_left, "more line")}. Then it can only be ended.`}
        </p>
      )}
      {seated.refused && !(now.asks ?? []).length && <p className="banner warn">{seated.refused.text}</p>}
      {!busy && now.result && <Outcome seated={seated} show={show} />}
      {side && !now.result && <Invitation seated={seated} />}
      {side && (seated.seats.find((one) => one.side === side)?.pages ?? 0) > 1 && <SecondPage seat={seat} />}
    </div>
  );
}

/** Somebody else sits in this chair: another page of one's own, or a stranger who has the link. */
function SecondPage({ seat }: { seat: LiveSeat }) {
  return (
    <div className="banner warn" role="status">
      <p>This seat is open on another page, too. If that is not you, take a new link: the old one then opens nothing.</p>
      <button type="button" onClick={() => void renewSeat(seat)}>
        New link for this seat
      </button>
    </div>
  );
}

/** The link for whoever is to sit opposite, until he does. */
function Invitation({ seated }: { seated: Seated }) {
  const [copied, setCopied] = useState("");
  const game = seated.table!.game;
  const invites = (keptGame(game)?.invites ?? []).filter(({ side }) => {
    const seat = seated.seats.find((one) => one.side === side);
    return !seat?.here && !seat?.claimed;
  });
  if (!invites.length) return null;
  return (
    <>
      {invites.map(({ side, token }) => {
        const address = location.origin + joinAddress(game, token);
        const copy = async (): Promise<void> => {
          try {
            await navigator.clipboard.writeText(address);
            setCopied(side);
          } catch {
            setCopied("");
          }
        };
        return (
          <div key={side} className="banner invite">
            <label>
              <span>{`Send this link to whoever plays ${side}. It is good for one: whoever opens it first, sits there.`}</span>
              <input
                readOnly
                value={address}
                onFocus={(event) => event.target.select()}
                aria-label={`Invitation for ${side}`}
              />
              {LOCAL.test(location.hostname) && (
                <span className="quiet">
                  It leads to this machine only: for others, run the server with --host 0.0.0.0 and open it by this machine’s
                  name.
                </span>
              )}
            </label>
            <button type="button" className="main" onClick={() => void copy()}>
              {copied === side ? "Copied" : "Copy"}
            </button>
          </div>
        );
      })}
    </>
  );
}
