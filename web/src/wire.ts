// Written by `python -m littlewars.server.typescript` from src/littlewars/server/wire/: do not change it here.

export type Point = [number, number];
export type Outline = Point[];
export type Flag = "prone" | "airborne" | "submerged" | "aground" | "watching" | "aiming" | "stunned" | "engaged" | "reloading" | "atop";
export type Role = "foot" | "leader" | "caster" | "shooter" | "mounted" | "beast" | "flyer" | "vehicle" | "walker" | "gun" | "ship";
export type ArmLook = "" | "rifle" | "smg" | "mg" | "launcher" | "pistol" | "bow" | "axe" | "spear" | "sword" | "staff" | "flamer" | "none";
export type HeadLook = "" | "helmet" | "cap" | "crest" | "bare" | "horns" | "hood";
export type Cloth = "" | "meadow" | "steppe" | "snow" | "ash" | "deck" | "desert";
export type Seen = Went | Struck | Shielded | Burst | Fell | Felt;
export type Sheet = ChooseSheet | ChooseSomeSheet | NumberSheet | AssignSheet | AllocateSheet | ArrangeSheet | MoveSheet | PlaceSheet;
export type FromServer = Table | Moment | Again | Seats | Waiting | Said | Taken | Refused | Tried | Looked | Foreseen | Reached | Paced | Rehearsed | Pong;
export type FromClient = Sit | Answer | Try | Plan | Carry | Suggest | LookAt | Foresee | Reach | Pace | Rehearse | Give | Steer | Stand | Undo | Consent | GiveUp | EndIt | Say | Mute | Call | Ping;

/** A figure on the table. `size` is the radius of a disc, or length and width of a box. A page draws by `flags`, `afraid` and `inside`; `marks` are words to be read, and say the same and more: nothing is drawn by them. */
export interface Shown { id: string; unit: string; side: string; model: string; name: string; at: Point; size: number[]; face?: number | null; level?: number; marks?: string[]; within?: string; flags?: Flag[]; afraid?: boolean; inside?: number }
/** The whole table as one side (or everybody) may see it. People measure in `unit`, of which `factor` make a thousand thousandths. */
export interface Show { title: string; unit: "inch" | "cm"; size: Point; measures: boolean; tracker: Tracker; parties: Party[]; models: Record<string, Model>; units: Record<string, Card>; figures: Record<string, Shown>; ground?: Terrain[]; zones?: Zone[]; markers?: Marker[]; note?: string; factor?: number; cloth?: Cloth }
/** What is different about a table: figures, units and models that changed or came, which figures left and which units are no more (who has lost all its figures still is one; who became part of another is not); None: as before. `order` and `units_order` name all of them in their order where somebody came between others, as after an undo. */
export interface Change { figures?: Record<string, Shown>; units?: Record<string, Card>; models?: Record<string, Model>; gone?: string[]; units_gone?: string[]; order?: string[] | null; units_order?: string[] | null; tracker?: Tracker | null; parties?: Party[] | null; ground?: Terrain[] | null; zones?: Zone[] | null; markers?: Marker[] | null; note?: string | null }
/** Somebody takes hold of these and would have them there, by way of some points; `verb` says in which manner. */
export interface Drag { who: string[]; to: Point; face?: number | null; verb?: string; via?: Outline }
/** Something came down on the table. */
export interface Burst { type: "burst"; at: Point; radius: number }
/** Where the battle stands: round, phase, whose turn it is, who is active, and the steps of what is going on. */
export interface Tracker { round: number; rounds?: number; phase?: string; side?: string; unit?: string; order?: string[]; stages?: Stage[]; word?: string; deck?: Deck | null }
/** What an answer would bring: the rolls with their modifiers, the exact odds of what they measure, and where several are concerned the part of each. */
export interface Forecast { title: string; measure: string; chances: [number, number][]; expected: number; rolls?: Roll[]; assumes?: string; each?: Share[]; own?: number }
/** A line of sight: clear, partial or blocked, the lines that were looked along, and what is in the way. */
export interface Look { state: "clear" | "partial" | "blocked"; lines: [Point, Point][]; far: number | null; rule: string; obstacles?: Obstacle[] }
/** One thing's way as it would be: where it leads, its price out of what there is, how the figures would stand, the outline at each turn of what has corners, and whom it would meet. */
export interface Trace { who: string; path: Outline; cost: number; budget: number; stretches?: Stretch[]; ends?: Record<string, [number, number, number]>; hulls?: Outline[]; meets?: Touch[] }
/** A figure went along a path. */
export interface Went { type: "went"; figure: string; path: Outline; face?: number | null }
/** Somebody attacked somebody, near or far. */
export interface Struck { type: "struck"; figure: string; target: string; hit: boolean; melee?: boolean }
/** A figure or a unit was hit and is none the worse: armour, a field, luck. */
export interface Shielded { type: "saved"; who: string }
/** A figure leaves the table. */
export interface Fell { type: "fell"; figure: string }
/** Something came over a figure or a unit: fear, a spell, relief. */
export interface Felt { type: "felt"; who: string; text: string; good: boolean }
/** A side: what it is called, whose friend it is, how it stands, and what else it has (points to spend, cards). */
export interface Party { id: string; name: string; team?: string; score?: string; edge?: number | null; lines?: Line[] }
/** A kind of figure: what its card says. Never changes in a battle. */
export interface Model { key: string; name: string; role?: Role; lines?: Line[]; arms?: Arm[]; look?: Likeness | null }
/** A unit: who is left of how many, and how it is. `tokens` are counters that lie beside it, each with its number (0: there is only ever one). */
export interface Card { id: string; name: string; side: string; figures: string[]; left: number; of: number; status?: Line[]; models?: string[]; note?: string; tokens?: [string, number][] }
/** A piece of terrain: what kind, what it does, its outline and what is open in it. `going`, `cover`, `opaque`, `linear` and `material` are facts of the terrain library: what is drawn, and tinted, of a kind that a page has never heard of. */
export interface Terrain { id: string; kind: string; name: string; outline: Outline; text?: string; height?: number; openings?: Gap[]; going?: number; cover?: number; opaque?: boolean; linear?: boolean; material?: string }
/** A deployment or objective zone; of a side, who is named before it, or of nobody. */
export interface Zone { name: string; outline: Outline; side?: string }
/** Something laid on the table: a disc of a radius, or an outline; a faint one is what lies round something else. */
export interface Marker { id: string; name: string; at: Point; radius?: number; outline?: Outline; side?: string; faint?: boolean; kind?: "" | "cloud" | "smoke" | "incoming" }
/** A step of the tracker. */
export interface Stage { name: string; when: "done" | "now" | "next" }
/** Cards that say who acts next: the units whose cards were turned, and how many of each side still lie face down. */
export interface Deck { drawn?: string[]; left?: [string, number][] }
/** One roll of an attack: what it needs on which die, how often it succeeds, and why it never does. */
export interface Roll { name: string; die: string; tally: Tally; chance: number; why?: string }
/** One figure's part of what an answer would bring: what the roll against it needs, and how likely it suffers. */
export interface Share { figure: string; tally: Tally; chance: number }
/** What stands in a line of sight, and what it does there. */
export interface Obstacle { id: string; name: string; does: string; inside?: number }
/** A part of a way: what it costs, and what slows it. */
export interface Stretch { start: Point; to: Point; cost: number; why?: string }
/** Somebody whom a way or a template would meet: what would happen ("rammed", "under the template", "boards"), and how likely, where that is known. */
export interface Touch { figure: string; what: string; chance?: number | null }
/** A line of a card: a value with its name, and the rule behind it. */
export interface Line { name: string; value: string; rule?: string; words?: [string, string][]; cards?: [string, boolean][] }
/** A weapon: its range rings and its arc (the middle of it clockwise from the bearer's facing, and half its angle). Its bands are measured from rim to rim of the bases, or from centre to centre. `look`: as what it is drawn, if its name does not say it. */
export interface Arm { name: string; text?: string; bands?: Band[]; centre?: number; arc?: number; measured?: "rim" | "centre"; look?: ArmLook; words?: [string, string][] }
/** What is particular about the drawing of a kind of figure: what is on its head, and how far its coat is from the usual tint (degrees, −20 to 20), that others ride it, and that it comes on a horse whatever its role. What is not said comes by the kind's name, always the same. */
export interface Likeness { head?: HeadLook; coat?: number; steed?: boolean; mounted?: boolean }
/** A door, window, slit or hole in the outline of a piece, from one end to the other. */
export interface Gap { start: Point; stop: Point; kind: string; open?: boolean }
/** A range band of a weapon: its name and how far it reaches. */
export interface Band { name: string; reach: number }
/** One thing's way. The order of the legs in an answer is their order on the table. */
export interface Leg { who: string; steps: Step[] }
/** Where something is put down; `how`: a formation, aboard, prone, a class of terrain. */
export interface Spot { what: string; at: Point; face?: number; level?: number; how?: string }
/** Lines that belong together. */
export interface PrimerPart { title: string; lines: PrimerLine[] }
/** What a player wants of a unit, or of part of it. Without a stance a rehearsal finds the first that gets everybody there; given without one, the adviser plans. */
export interface Order { who: string[]; scope?: "unit" | "turn" | "placed"; stance?: string; way?: Outline; face?: number | null; width?: number; act?: "best" | "at" | "hold"; at?: string[]; spend?: boolean; shelter?: boolean }
/** One step of a way: the engine knows `go` and `turn`, a rulebook adds its own verbs. */
export interface Step { verb: string; to?: Point | null; face?: number | null; level?: number | null; what?: string }
/** A sentence or two, and the rule that it is about. */
export interface PrimerLine { text: string; rule: string }
/** One thing to choose: its name, whom and where it concerns, what it costs, its odds explained, what it does, and in one word what it means to a player who chooses for a whole unit. */
export interface Option { id: string; label?: string; of?: string[]; at?: Point | null; cost?: [string, number][]; tally?: Tally | null; about?: string; means?: "" | "go" | "act" | "melee" | "cast" | "cover" | "hold" | "pass" | "done" | "together" | "keep" | "end" | "spend" }
/** Where something stands, which way it looks (1/100 degree, 0 north, clockwise) and at which level. */
export interface Pose { at: Point; face?: number; level?: number }
/** What the data says of a verb: flat price, how often in a move, largest turn, straight way due before it, and the words that its `what` may be (to form line or column). */
export interface Verb { flat?: number; most?: number | null; turn?: number; straight?: number; whats?: string[] }
/** What is put down, as it is drawn: a disc of a radius, a box, a named template, a unit's body (`size`: the base of one of them). `hows`: the ways in which it may be put down; `levels`: the highest level on which it may be; `step`: it is put down on a grid of so many thousandths. */
export interface Shape { kind: string; size?: number[]; of?: string[]; hows?: string[]; levels?: number; step?: number }
/** A piece drawn: what lies there, what is above the figures' heads, and whether that fades round them (`crowns`) or lifts as a whole while somebody is inside (`roof`). `box`: left, top, width and depth in drawing units. */
export interface Drawn { box: [number, number, number, number]; lies: string; over?: string; lifts?: "" | "crowns" | "roof" }
/** How a game ended: the sides that won (allies win together, nobody in a draw), why, and the points if there are any. A verdict refers to sides; the result of a game and of a journal has their ids. */
export interface Result { winners: string[]; why: string; rule?: string; points?: Record<string, number> }
/** How an order would go, as far as anybody can say. */
export interface Rehearsal { stance?: string; answers?: number; ends?: Record<string, [number, number, number]>; ways?: Record<string, Outline>; attacks?: ExpectedAttack[]; expected?: number; chance?: number | null; watchers?: string[]; short?: string[]; halt?: string; halted_by?: string; left?: number; stop?: Stop | null; warnings?: Warned[]; held?: HoldReason[] }
/** A way in which a unit may act, in the rulebook's own words: what it answers where a plan is asked for. */
export interface Stance { id: string; label: string; picks: Record<string, string>; moves?: boolean; acts?: boolean; about?: string; sign?: "" | "stand" | "walk" | "run" | "sprint" | "jump" | "fly" | "charge" | "aim" | "fire" | "suppress" | "cover" | "hold" | "cast" }
/** A sentence or two, when they are said, and the part of the page that they point at. */
export interface Lesson { id: string; when: When; say: string; show?: "" | "table" | "question" | "dock" | "do" | "units" | "task" | "story" | "undo" }
/** Why an order halts before it is carried out, and where. */
export interface Stop { why: "interrupt" | "loss" | "short" | "spend" | "choice" | "halt" | "line"; text: string; figure?: string }
/** A target number that explains itself: what a roll must reach, and every modifier of that roll. */
export interface Tally { base: number; mods: Mod[]; low?: boolean }
/** What must be so: what is asked about, by which rule; a unit that waits for its order; something drawn on the table; an order that halts; from this round on. */
export interface When { topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; rule?: string; ready?: boolean; drawn?: boolean; halted?: boolean; round?: number }
/** Somebody would attack: with what chance of doing anything, and what on average. */
export interface ExpectedAttack { who: string; at: string; chance?: number | null; expected?: number }
/** Something that its giver would rather know first: own men under fire of their own, men apart from the rest, men who would stand in the open, and the units before which they would. */
export interface Warned { what: "fringe" | "cohesion" | "open"; who: string[]; by?: string[] }
/** Somebody would not attack: `by` is in the way and is met `at` this place; or the target is too far; or he is in no state to (`by` says in which). */
export interface HoldReason { who: string; why: "hidden" | "far" | "unable"; by?: string; at?: Point | null }
/** One named modifier of a roll and the rule it comes from. */
export type Mod = [string, number, string];
/** `count` things over takers; the answer maps taker to number. */
export interface AllocateSheet { kind: "allocate"; count: number; room: Record<string, number>; least: Record<string, number>; exact: boolean; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** Put these in order; the answer is the list in its new order. */
export interface ArrangeSheet { kind: "arrange"; items: string[]; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** Every item gets one of its own options; the answer maps item to option id. */
export interface AssignSheet { kind: "assign"; items: Record<string, Option[]>; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** One of the options; the answer is its id. */
export interface ChooseSheet { kind: "choose"; options: Option[]; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** Some of the options, within a purse; the answer is a list of ids. */
export interface ChooseSomeSheet { kind: "choose-some"; options: Option[]; least: number; most: number | null; purse: Record<string, number>; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** Ways for figures or bodies; the answer is a list of legs (nobody listed: nobody moves). */
export interface MoveSheet { kind: "move"; start: Record<string, Pose>; budget: Record<string, number>; least: Record<string, number>; verbs: Record<string, Verb>; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** A number; the answer is that number. */
export interface NumberSheet { kind: "number"; low: number; high: number; step: number; usual: number; counts: string; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** Things put down; the answer is a list of spots. */
export interface PlaceSheet { kind: "place"; things: Record<string, Shape>; spots: Spot[][]; turns: boolean; part: number; number: number; side: string; rule: string; prompt: string; blind?: boolean; of?: string[]; unit?: string; topic?: "" | "who" | "plan" | "move" | "face" | "aim" | "share" | "loss" | "spend" | "react" | "place" | "rest" | "secret"; single?: any }
/** A ready force: its roster can be opened, changed and used. */
export interface ArmyCard { name: string; title: string; points: number; about: string; text: string }
/** What a player should know before the first decision: the task, how it ends, what to watch, and how long it may take. */
export interface Brief { task?: string; ends?: string; watch?: string; minutes?: number }
/** A rule of a catalogue in our words; `ruling` is ours where the book is silent. */
export interface RuleCard { id: string; title: string; rule: string; ruling?: string; table?: any; optional?: boolean; basis?: "" | "text" | "mixed" | "ruling" }
/** A ready battle. */
export interface ScenarioCard { name: string; title: string; about: string; sides: Record<string, string>; size: [number, number]; unit: "inch" | "cm"; brief?: Brief | null; forces?: Record<string, [string, number][]> }
/** A rulebook to play by. */
export interface SystemCard { name: string; title: string; about: string; unit: string; measures: boolean; rules: number; scenarios: ScenarioCard[]; armies: ArmyCard[]; bots: string[] }
/** A weapon as `Arm` has it: what it is called, what it looks like and where it points. */
export interface ArmToDraw { name: string; look?: ArmLook; centre?: number; arc?: number }
/** What was asked for, in the same order, as SVG in drawing units; `shared`: drawings and colours that others refer to. */
export interface DrawnThings { pieces?: Drawn[]; figures?: string[]; table?: TableDrawn | null; shared?: Record<string, string> }
/** The same, with those on its back or deck. */
export interface FigureToDraw { key: string; name: string; role: Role; size: number[]; arms?: ArmToDraw[]; head?: HeadLook; coat?: number; steed?: boolean; mounted?: boolean; riders?: RiderToDraw[] }
/** A door, window, slit or hole of a piece. */
export interface GapToDraw { start: [number, number]; stop: [number, number]; kind?: string; open?: boolean }
/** A piece of terrain as `Terrain` has it, without what is only read. */
export interface PieceToDraw { kind: string; outline: [number, number][]; name?: string; height?: number; going?: number; cover?: number; opaque?: boolean; linear?: boolean; material?: string; openings?: GapToDraw[] }
/** The table itself, in drawing units (a hundred an inch): its cloth, the frame round it, the light over it. */
export interface TableDrawn { cloth: string; frame: string; lamp: string }
/** Something of a table to be drawn: pieces, kinds of figures, and the table itself if it is asked for by its cloth. */
export interface ToDraw { size: [number, number]; unit?: "inch" | "cm"; factor?: number; turned?: boolean; cloth?: Cloth; pieces?: PieceToDraw[]; figures?: FigureToDraw[] }
/** A battle that has begun: the secret of every person's seat, to be kept or passed on, shown this once only. Whoever joins by one gets a secret of his own for it. */
export interface Begun { game: string; tokens: Record<string, string>; commitment: string }
/** The figure by which most fell. */
export interface Best { figure: string; removed: number }
/** What a unit did: its attacks, how many fell by them, and over all attacks whose odds could be counted what was to be expected and what came of it, in the measure of the forecasts. */
export interface Deeds { attacks: number; removed: number; expected: number; came: number; counted: boolean }
/** What anybody with its address may know of a game. */
export interface GameCard { game: string; system: string; title: string; created: string; lines: number; seats: Seat[]; commitment: string; result?: Result | null; waiting?: string[]; where?: string }
/** Is all well? */
export interface Health { ok: boolean; database: string; games: number; version: string }
/** Somebody who fell, as he was; in which round, and by whom. */
export interface Lying { shown: Shown; round: number; by: string }
/** A battle to begin. */
export interface NewGame { system: string; scenario: string; seats: Record<string, NewSeat>; clock?: "none" | "half-hour" | "days"; map?: number | null }
/** Who is to play a side: a person, or a bot by its name; `roster` replaces the scenario's force. */
export interface NewSeat { kind: "person" | "bot"; name?: string; bot?: string; roster?: string }
/** Why a request was refused. */
export interface Problem { status: number; text: string; rule?: string; line?: number; faults?: Fault[] }
/** A battle that is over in numbers. `counted`: the attacks that luck is told of; all of them, if it is `whole`. */
export interface Reckoning { units: Record<string, Deeds>; best?: Best | null; turning?: Turning | null; counted?: number; whole?: boolean }
/** What is left on a table of what happened there. */
export interface Remains { fallen: Record<string, Lying>; scars: Burst[] }
/** A battle to watch again. `fault`: the first line that does not come out the same; "": every die is proven. */
export interface Replay { title: string; system: string; seats: Record<string, string>; show: Show; frames: ReplayFrame[]; result?: Result | null; commitment?: string; seed?: string; fault?: string; warnings?: string[] }
/** One beat of a replay with what it changes on the table. */
export interface ReplayFrame { beat: Beat; change: Change; round?: number; fallen?: number }
/** A seat's new secret, for the one who sits there: shown this once only. The old one opens nothing any more. */
export interface SeatKey { side: string; token: string }
/** Where a battle turned: the line at which it begins, and how many of each side fell there. */
export interface Turning { n: number; lost: Record<string, number> }
/** The lines after `since` are told again: all have answered, or you have taken back your own answer. While all decide at once a seat hears of its own lines alone, numbered as if there were no others. */
export interface Again { is: "again"; since: number }
/** Odds of an answer; None where it is no attack or the rules do not let one reckon first. */
export interface Foreseen { is: "foreseen"; key: number; forecast: Forecast | null }
/** A line of sight; None where the rules do not let one look first. */
export interface Looked { is: "looked"; key: number; look: Look | null }
/** One more line of the journal, as this seat may know it. */
export interface Moment { is: "moment"; beat: Beat; change: Change; now: Now }
/** How far a unit may go, by stance; empty where nobody may measure, or can say in time. */
export interface Paced { is: "paced"; key: number; reach: Record<string, number> }
/** Still here. */
export interface Pong { is: "pong"; key: number }
/** The ground that is within reach, round the first of them; None where nobody may measure, or can say in time. */
export interface Reached { is: "reached"; key: number; outline: Outline | null }
/** Nothing changed. `status` as in HTTP: 400 malformed, 403 not yours, 409 out of date, 422 against a rule, 429 too fast. */
export interface Refused { is: "refused"; status: number; rule: string; text: string; key?: number | null }
/** How an order would go; None where nobody can say in time. */
export interface Rehearsed { is: "rehearsed"; key: number; rehearsal: Rehearsal | null }
/** Chat. */
export interface Said { is: "said"; chat: Chat }
/** Somebody came or went, or those who watch were muted. */
export interface Seats { is: "seats"; seats: Seat[]; muted?: boolean }
/** Everything there is to know for this seat: the answer to `Sit`. */
export interface Table { is: "table"; game: string; system: string; title: string; side: string; n: number; show: Show; story: Beat[]; now: Now; seats: Seat[]; commitment: string; chat?: Chat[]; brief?: Brief | null; stances?: Stance[]; secrets?: boolean; muted?: boolean; guide?: Lesson[]; skipped?: number }
/** Your answer is durable: line `n` of the journal. Its moment has been or will be sent as well. */
export interface Taken { is: "taken"; key: number; n: number }
/** What an answer would be: allowed or why not, and for moves the ways with their prices. `answer` is what is planned or suggested; not what was sent to be tried. */
export interface Tried { is: "tried"; key: number; answer?: any; rule?: string; why?: string; traces?: Trace[]; by?: string; short?: string }
/** Something about the state of play changed without an entry: a wish to undo, an offer to end. */
export interface Waiting { is: "waiting"; n: number; now: Now }
/** Answer what is asked. `n` is the last line seen: an answer to an older question is refused with 409. */
export interface Answer { do: "answer"; key: number; n: number; part: number; answer: any }
/** What you are called at this table: your seat's name, or whose talk it is that watches. */
export interface Call { do: "call"; key: number; name: string }
/** Things to be put down are carried from where they may lie to where they are wished. Reply: Tried with how near they get. */
export interface Carry { do: "carry"; key: number; part: number; start: any; answer: any }
/** Agree to somebody's wish to take back, or not. */
export interface Consent { do: "consent"; key: number; yes: boolean }
/** Offer or accept to end the battle as it stands; or withdraw one's offer, refuse somebody else's. */
export interface EndIt { do: "agree"; key: number; yes?: boolean }
/** Tally and exact odds of an answer before it is given. Reply: Foreseen. */
export interface Foresee { do: "foresee"; key: number; part: number; answer: any }
/** Give an order: what is asked of this side is answered by it until it is carried out or halts. */
export interface Give { do: "give"; key: number; n: number; order: Order }
/** Concede. */
export interface GiveUp { do: "concede"; key: number }
/** What does this figure see of that one? Reply: Looked. */
export interface LookAt { do: "look"; key: number; start: string; to: string }
/** Those who watch are not heard any more, or are again. For those who play. */
export interface Mute { do: "mute"; key: number; on: boolean }
/** How far may these go, in each way of acting? Reply: Paced. */
export interface Pace { do: "pace"; key: number; who: string[] }
/** Are you there? */
export interface Ping { do: "ping"; key: number }
/** An answer to a move or place ask from a drag: the formation follows. Reply: Tried with the answer planned. */
export interface Plan { do: "plan"; key: number; part: number; drag: Drag }
/** How far would these get in every direction, terrain and all? Reply: Reached. */
export interface Reach { do: "reach"; key: number; part: number; who: string[]; verb?: string; order?: Order | null }
/** How would this order go? Changes nothing, and nobody else hears of it. Reply: Rehearsed. */
export interface Rehearse { do: "rehearse"; key: number; order: Order }
/** Chat. */
export interface Say { do: "say"; key: number; text: string }
/** Take a seat by its secret, or watch without one. */
export interface Sit { do: "sit"; token?: string }
/** A standing answer whenever this rule lets you react; without a policy you are asked again. */
export interface Stand { do: "stand"; key: number; rule: string; policy?: "pass" | "advise" | number | null }
/** Halt your order, have it go on, or drop it. */
export interface Steer { do: "steer"; key: number; how: "halt" | "go" | "drop" }
/** What would a good player answer? Reply: Tried with that answer; the usual one where nobody can be asked. */
export interface Suggest { do: "suggest"; key: number; part: number }
/** Would this be allowed? Changes nothing. Reply: Tried. */
export interface Try { do: "try"; key: number; part: number; answer: any }
/** Take back the last entries; where that is not free, ask the others for consent. */
export interface Undo { do: "undo"; key: number; n: number; entries?: number }
/** A line of a bill. */
export interface CostLine { text: string; points: number; rule?: string; depth?: number }
/** What is wrong with a roster: the rule and the line. */
export interface Fault { rule: string; line: number; text: string }
/** What a check found: no faults, and it is legal. The book may advise against it all the same. */
export interface RosterReport { name: string; total: number; limit: number; faults: Fault[]; bill: CostLine[]; advice: Fault[] }
/** A roster to check. */
export interface RosterText { system: string; text: string }
/** One line of the journal as the log tells it. `left`: after an undo, how many beats before it still count. */
export interface Beat { n: number; by: Spoke; told?: Told[]; left?: number | null }
/** Your order: how many entries it has taken so far, whether it is carried out, and why it halts. */
export interface Carried { order: Order; entries: number; done?: boolean; stop?: Stop | null }
/** Something said at the table. */
export interface Chat { n: number; name: string; side: string; text: string }
/** The time that is left to each person, in seconds as it is told, and whose runs. */
export interface Clocks { left: Record<string, number>; runs?: string[] }
/** Where a game stands for one seat: what it is asked, whom all wait for, what it may take back, how it ended. */
export interface Now { asks?: Sheet[]; waiting?: string[]; rule?: string; free_undo?: number; wish?: Wish | null; agreed?: string[]; result?: Result | null; seed?: string; order?: Carried | null; standing?: Record<string, "pass" | "advise" | number>; clocks?: Clocks | null; lines_left?: number | null }
/** Who plays a side. */
export interface Seat { side: string; name: string; kind: "person" | "bot"; here?: boolean; claimed?: boolean; pages?: number }
/** Whose entry it was, and of what kind: an ask's kind, or begin, concede, agree, undo, reseed. */
export interface Spoke { kind: string; side?: string; rule?: string; by?: string }
/** One event or throw of dice as the log tells it. */
export interface Told { kind: string; text: string; depth?: number; rule?: string; die?: string; faces?: number[]; tally?: Tally | null; seen?: Seen | null; secret?: boolean; who?: string }
/** Somebody asks to take back the last entries: everybody else who sits must agree. */
export interface Wish { side: string; entries: number }
/** A kind of figure on its base: radius of a disc, or length and width of a box. */
export interface RiderToDraw { key: string; name: string; role: Role; size: number[]; arms?: ArmToDraw[]; head?: HeadLook; coat?: number }
