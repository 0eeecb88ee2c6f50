/** The table with everything around it. */

import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { Decision } from "../asks/Decision";
import { ForecastCard } from "../asks/ForecastCard";
import { IDLE, type Interaction, InteractionContext } from "../asks/interaction";
import { saidBy } from "../asks/options";
import { ForecastContext } from "../asks/tools";
import { noteGiven } from "../given";
import { FrontLine } from "../order/FrontLine";
import { FrontContext, useFronts } from "../order/front";
import { OrderCard } from "../order/OrderCard";
import { isDeploying, readyUnits } from "../order/orderable";
import { type LiveSeat, questionOf } from "../seat";
import { setSettings, settings } from "../settings";

import type { Stage } from "../stage";
import { Store, useSlice, useStore } from "../store";
import { Camera } from "../table/camera";
import { NOTHING, type Pointing, PointingContext } from "../table/pointer";
import { TableView } from "../table/TableView";
import { CarriedCard } from "../ui/CarriedCard";
import { Chat } from "../ui/Chat";
import { ClockChip } from "../ui/ClockChip";
import { Coach } from "../ui/Coach";
import { useCards } from "../ui/cards";
import { Dock, DockContext } from "../ui/Dock";
import { Help } from "../ui/Help";
import { Icon } from "../ui/Icon";
import { Log } from "../ui/Log";
import { RuleDrawer } from "../ui/RuleDrawer";
import { RulebookContext } from "../ui/RuleLink";
import { SheetHandle, useSheet } from "../ui/Sheet";
import { SoundButton } from "../ui/SoundButton";
import { TableNote } from "../ui/TableNote";
import { Task } from "../ui/Task";
import { Timeline } from "../ui/Timeline";
import { Seed, TopBar } from "../ui/TopBar";
import { UnitCards, UnitStrip } from "../ui/UnitCards";
import { WatchTools } from "../ui/WatchTools";
import type { Forecast, Sheet } from "../wire";
import { useAttention, useSounds } from "./attention";
import { BattleMenu, takeBack, UndoButton } from "./BattleMenu";
import { News } from "./News";
import type { Seating } from "./seating";
import { TableTools } from "./TableTools";
import { useBattleKeys, useLooking, useSelecting, useUnread } from "./tableHooks";
import { Waiting } from "./Waiting";

const NONE: readonly Sheet[] = [];

interface Props {
  seating: Seating;
  seat: LiveSeat;
  stage: Stage;
}

export function Battle({ seating, seat, stage }: Props) {
  const show = useSlice(stage.scene, (scene) => scene.show);
  const busy = useSlice(stage.scene, (scene) => scene.busy);
  const clocks = useSlice(seat.state, ({ now }) => now.clocks ?? null);
  const { chat: talking } = useStore(settings);
  const camera = useMemo(() => new Camera(), []);
  const interaction = useMemo(() => new Store<Interaction>(IDLE), []);
  const pointing = useMemo(() => new Store<Pointing>(NOTHING), []);
  const handled = useMemo(() => new Store(""), []); // what is decided figure by figure, not by an order
  const [forecast, setForecast] = useState<Forecast | "reckoning" | null>(null);
  const [rule, setRule] = useState("");
  const [help, setHelp] = useState(false);
  const [cards, setCards] = useState(false);
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const [main, setMain] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [peek, setPeek] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ main, tools, peek }), [main, tools, peek]);
  const { stop, setStop } = useSheet();
  const { line, fronts } = useFronts(middle, camera);
  const carried = useCards(rail, camera, interaction);
  // what has come from the server is not looked at before it is on the stage
  const asks = useSlice(seat.state, ({ now }) => (busy ? NONE : (now.asks ?? NONE)));
  const seed = useSlice(seat.state, ({ now }) => (busy ? "" : (now.seed ?? "")));
  const refused = useSlice(seat.state, (state) => state.refused);
  // a question may be heard of before the answer to the last one is known to be taken
  const ready = useSlice(seat.state, (state) => state.status === "here" && !state.sending);
  const table = useSlice(seat.state, (state) => state.table)!;
  const seats = useSlice(seat.state, (state) => state.seats);
  const chat = useSlice(seat.state, (state) => state.chat);
  const blind = asks.some((ask) => ask.blind);
  const { select, selectUnit } = useSelecting(stage.scene, pointing, camera, seating.own);
  // where nobody measures first, lines of sight are free to look at: they tell no distance
  useLooking(seat, stage.scene, pointing, !blind || !show.measures);
  useBattleKeys({
    stage,
    camera,
    pointing,
    own: seating.own,
    help: () => setHelp(true),
    undo: () => void takeBack(seating, stage.scene),
  });
  const rulebook = useMemo(() => ({ system: table.system, open: setRule }), [table.system]);
  const say = useCallback((text: string) => seat.wish({ do: "say", text }), [seat]);

  // whoever is asked about is looked at
  const ask = asks[0];
  const question = ask ? questionOf(ask) : "";
  const lookAtActor = useEffectEvent(() => {
    const named = [...(ask?.of ?? []), ...(ask?.kind === "choose" ? ask.options.flatMap((one) => one.of ?? []) : [])];
    const own = named.find((one) => show.figures[one]?.side === ask?.side); // who is asked to fire, not at whom
    const actor = show.figures[own ?? named[0] ?? (ask?.kind === "move" ? Object.keys(ask.start)[0]! : "")];
    if (actor) pointing.patch({ figure: actor.id, unit: actor.unit });
    else if (isDeploying(ask, show)) pointing.patch({ figure: "", unit: ask?.unit ?? "", look: null }); // nobody's ranges
  });
  useEffect(() => {
    if (question) lookAtActor();
  }, [question]);
  // what leaves no choice is not asked
  const ordered = useSlice(seat.state, ({ now }) => now.order ?? null);
  const underWay = !!ordered && !ordered.done;
  const alone = asks.length === 1 && ask?.single !== undefined && ask.single !== null && !refused && !underWay;
  const giveSingle = useEffectEvent(async () => {
    const reply = await seat.answer(ask!, ask!.single);
    // another page of this seat was quicker: nobody has been refused anything
    if (reply?.is === "refused" && !(seat.state.get().now.asks ?? []).some((one) => questionOf(one) === questionOf(ask!)))
      seat.state.patch({ refused: null });
    if (reply?.is === "taken") noteGiven(table.game, reply.n, saidBy(ask!));
  });
  useEffect(() => {
    if (alone && question && ready) void giveSingle();
  }, [alone, question, ready]);
  // when it is over nobody's ranges are left on the table
  const over = useSlice(seat.state, ({ now }) => !!now.result);
  useEffect(() => {
    if (over) pointing.patch({ figure: "", unit: "", hover: "", look: null });
  }, [over, pointing]);
  // another unit acts: the ranges of the last one are not its own
  const acting = show.tracker.unit ?? "";
  const lookAtUnit = useEffectEvent((unit: string) => {
    if (!ask?.of?.length) pointing.patch({ figure: "", unit, look: null });
  });
  useEffect(() => lookAtUnit(acting), [acting]);

  const unread = useUnread(table.game, chat.length, talking);
  const wanted = asks.length > 0 && !underWay && !alone;
  useAttention(table.title, wanted, underWay && !!ordered.stop);
  useSounds(stage.scene);
  // what one is called is said once, to every table at which one sits alone
  const { name } = useStore(settings);
  const callMe = useEffectEvent(() => {
    const mine = seats.find((one) => one.side === table.side)?.name;
    if (name.trim() && seating.seats.length === 1 && mine !== name.trim())
      void seat.live.ask({ do: "call", name: name.trim() });
  });
  useEffect(() => {
    if (name) callMe();
  }, [name]);

  // of a battle of people nobody is kept waiting: only bots are halted
  const botsOnly = seats.length > 0 && seats.every((one) => one.kind === "bot");
  const held = useSlice(stage.watching, ({ paused }) => paused);
  return (
    <RulebookContext.Provider value={rulebook}>
      <InteractionContext.Provider value={interaction}>
        <PointingContext.Provider value={pointing}>
          <ForecastContext.Provider value={setForecast}>
            <DockContext.Provider value={slots}>
              <FrontContext.Provider value={fronts}>
                <a className="skip" href="#question">
                  To the question
                </a>
                <div className={`battle sheet-${stop} ${cards ? "cards-open" : ""}`}>
                  <TopBar title={table.title} show={show}>
                    {clocks && <ClockChip clocks={clocks} show={show} />}
                    <Seed commitment={table.commitment} seed={seed} />
                    {table.side && <UndoButton seating={seating} scene={stage.scene} />}
                    <SoundButton />
                    <BattleMenu seat={seat} openHelp={() => setHelp(true)} />
                  </TopBar>
                  <aside className="battle-left" aria-label="Units" ref={setRail}>
                    <UnitStrip show={show} own={seating.own} onSelect={selectUnit} open={cards} setOpen={setCards} />
                    <div className="rail">
                      <UnitCards show={show} seats={seats} own={seating.own} onSelect={selectUnit} />
                    </div>
                    <Task brief={table.brief ?? null} show={show} />
                  </aside>
                  <main className={`battle-middle ${fronts.drawing ? "drawing" : ""}`} aria-label="Table" ref={setMiddle}>
                    <TableView
                      scene={stage.scene}
                      camera={camera}
                      blind={blind}
                      own={seating.own.length === 1 ? seating.own[0] : ""}
                      select={select}
                    />
                    {line && <FrontLine line={line} />}
                    <TableTools camera={camera} show={show} blind={blind} />
                    <News seat={seat} show={show} busy={busy} />
                    {(table.guide ?? []).length > 0 && !over && (
                      <Coach
                        game={table.game}
                        lessons={table.guide ?? []}
                        sheet={alone || underWay ? null : (ask ?? null)}
                        question={`${question}${underWay ? " under way" : ""}`}
                        ready={readyUnits(ask, show, table.stances ?? []).length > 0}
                        halted={underWay && !!ordered.stop}
                        round={show.tracker.round}
                      />
                    )}
                  </main>
                  {botsOnly && (busy || !over) && <WatchTools stage={stage} />}
                  <Dock
                    setMain={setMain}
                    setTools={setTools}
                    idle={busy ? (held ? "Halted" : "It happens…") : over ? "The battle is over" : "Others decide"}
                  />
                  <aside className="battle-right" aria-label="Decision and story">
                    <SheetHandle stop={stop} setStop={setStop} setPeek={setPeek} />
                    <div className="question" id="question" tabIndex={-1}>
                      {underWay ? (
                        <OrderCard
                          carried={ordered}
                          seat={seat}
                          scene={stage.scene}
                          show={show}
                          takeBack={() => void takeBack(seating, stage.scene)}
                        />
                      ) : asks.length && !alone ? (
                        <Decision seat={seat} show={show} handled={handled} />
                      ) : (
                        <Waiting seat={seat} show={show} busy={busy} held={held && busy} own={seating.own} />
                      )}
                      <TableNote show={show} />
                    </div>
                    <div className="story">
                      <div className="story-head">
                        <Timeline scene={stage.scene} />
                        <button
                          type="button"
                          className="chip"
                          aria-expanded={talking}
                          onClick={() => setSettings({ chat: !talking })}
                        >
                          <Icon sign="talk" size={14} /> Talk{unread ? ` (${unread})` : ""}
                        </button>
                      </div>
                      <Log scene={stage.scene} game={table.game} />
                      {forecast && <ForecastCard forecast={forecast} show={show} />}
                      {talking && <Chat chat={chat} show={show} say={say} side={table.side} />}
                      {rule && <RuleDrawer system={table.system} rule={rule} close={() => setRule("")} />}
                    </div>
                  </aside>
                </div>
                {carried && <CarriedCard carried={carried} show={show} />}
                {help && <Help close={() => setHelp(false)} />}
              </FrontContext.Provider>
            </DockContext.Provider>
          </ForecastContext.Provider>
        </PointingContext.Provider>
      </InteractionContext.Provider>
    </RulebookContext.Provider>
  );
}
