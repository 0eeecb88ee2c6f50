/** Before the first decision: the task, how it ends, what to watch. It lies beside the table until it is put away. */

import { useState } from "react";
import { recall, remember } from "../settings";
import type { Brief } from "../wire";

export function Briefing({ game, brief }: { game: string; brief: Brief }) {
  const key = `littlewars.briefed.${game}`;
  const [open, setOpen] = useState(() => !recall<boolean>(key));
  const put = (): void => {
    setOpen(!open);
    remember(key, open);
  };
  return (
    <section className="briefing" aria-label="Briefing">
      <h3>
        <button type="button" className="briefing-head" aria-expanded={open} onClick={put}>
          {brief.task || "Briefing"}
        </button>
      </h3>
      {open && (
        <dl>
          {brief.ends && (
            <div>
              <dt>It ends</dt>
              <dd>{brief.ends}</dd>
            </div>
          )}
          {brief.watch && (
            <div>
              <dt>Watch</dt>
              <dd>{brief.watch}</dd>
            </div>
          )}
          {brief.minutes ? (
            <div>
              <dt>Takes</dt>
              <dd>{`about ${brief.minutes} minutes`}</dd>
            </div>
          ) : null}
        </dl>
      )}
    </section>
  );
}
