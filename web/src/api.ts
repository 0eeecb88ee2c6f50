/** Everything that goes over HTTP. */

import type {
  Begun,
  DrawnThings,
  GameCard,
  Remains as Left,
  NewGame,
  PrimerPart,
  Problem,
  Reckoning,
  Replay,
  RosterReport,
  RuleCard,
  SeatKey,
  SystemCard,
  ToDraw,
} from "./wire";

/** A request that was refused, with what the server says of it. */
export class Trouble extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

async function call<T>(path: string, body?: unknown, token = ""): Promise<T> {
  let reply: Response;
  try {
    const headers = new Headers({ "content-type": "application/json" });
    if (token) headers.set("authorization", `Bearer ${token}`);
    reply = await fetch(path, body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Trouble({ status: 0, text: "The server does not answer." });
  }
  if (!reply.ok) throw new Trouble(await problemOf(reply));
  return (await reply.json()) as T;
}

async function problemOf(reply: Response): Promise<Problem> {
  try {
    const found = (await reply.json()) as Partial<Problem> & { detail?: string };
    return { ...found, status: reply.status, text: found.text ?? found.detail ?? reply.statusText };
  } catch {
    return { status: reply.status, text: reply.statusText || `Refused with ${reply.status}` };
  }
}

const part = encodeURIComponent;

export const systems = (): Promise<SystemCard[]> => call("/api/systems");
export const rules = (system: string): Promise<RuleCard[]> => call(`/api/systems/${part(system)}/rules`);
export const primer = (system: string): Promise<PrimerPart[]> => call(`/api/systems/${part(system)}/primer`);
export const begin = (game: NewGame): Promise<Begun> => call("/api/games", game);
export const game = (id: string): Promise<GameCard> => call(`/api/games/${part(id)}`);
/** Take a seat by the link one was given, or renew its secret: the old one opens nothing any more. */
export const takeSeat = (id: string, token: string): Promise<SeatKey> => call(`/api/games/${part(id)}/seat`, {}, token);
export const replay = (id: string): Promise<Replay> => call(`/api/games/${part(id)}/replay`);
/** A battle that is over, in numbers. */
export const reckoned = (id: string): Promise<Reckoning> => call(`/api/games/${part(id)}/reckoning`);
export const remainsOf = (id: string): Promise<Left> => call(`/api/games/${part(id)}/remains`);
export const checkRoster = (system: string, text: string): Promise<RosterReport> =>
  call("/api/rosters/check", { system, text });

/** Terrain, figures and the table itself as SVG. */
export const drawings = (wanted: ToDraw): Promise<DrawnThings> => call("/api/drawings", wanted);

export const journalAddress = (id: string): string => `/api/games/${part(id)}/journal`;

/** The situation at hand as a case file; only those who sit at the table get it. */
export async function caseFile(id: string, token: string): Promise<string> {
  const reply = await fetch(`/api/games/${part(id)}/case`, { headers: { authorization: `Bearer ${token}` } });
  if (!reply.ok) throw new Trouble(await problemOf(reply));
  return reply.text();
}

/** A journal from a file, replayed by the server with every die checked. */
export async function replayFile(text: string): Promise<Replay> {
  const reply = await fetch("/api/replays", {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: text,
  });
  if (!reply.ok) throw new Trouble(await problemOf(reply));
  return (await reply.json()) as Replay;
}

/** The address of a seat's line. */
export function liveAddress(id: string): string {
  const secure = location.protocol === "https:" ? "wss:" : "ws:";
  return `${secure}//${location.host}/api/games/${part(id)}/live`;
}

const shelves = new Map<string, Promise<RuleCard[]>>();

/** A catalogue, fetched once. */
export function rulebook(system: string): Promise<RuleCard[]> {
  let found = shelves.get(system);
  if (!found) {
    found = rules(system);
    shelves.set(system, found);
    found.catch(() => shelves.delete(system));
  }
  return found;
}

/** Save something the browser has as a file. */
export function saveFile(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
