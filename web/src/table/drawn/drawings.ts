/** What the server draws, asked for once: pieces of terrain, bodies of figures, the table itself. */

import { drawings } from "../../api";
import type {
  Drawn,
  FigureToDraw,
  Model,
  PieceToDraw,
  RiderToDraw,
  Show,
  Shown,
  TableDrawn,
  Terrain,
  ToDraw,
} from "../../wire";

/** A table as it is looked at: what a drawing depends on besides the piece. */
export type Sight = Pick<ToDraw, "size" | "unit" | "factor" | "turned">;

const AT_ONCE = 60; // things in one request
const CORNERS = 1500; // of all pieces in one request
const KEPT = 1200;

/** A piece of terrain as it is asked for: its own name says as much as what it is called. */
export function pieceToDraw(piece: Terrain): PieceToDraw {
  const { kind, outline, height = 0, going = 0, cover = 0, opaque = false, linear = false, material = "" } = piece;
  const name = (piece.name === piece.id ? piece.name : `${piece.name} ${piece.id}`).slice(0, 200);
  return {
    kind: kind.slice(0, 200),
    outline: outline.slice(0, 200),
    name,
    height,
    going,
    cover,
    opaque,
    linear,
    material,
    openings: (piece.openings ?? []).slice(0, 64),
  };
}

const MOST_RIDERS = 8; // that are drawn on one back or deck

function riderToDraw(model: Model, shown: Pick<Shown, "size">): RiderToDraw {
  return {
    key: model.key.slice(0, 1000),
    name: model.name.slice(0, 200),
    role: model.role ?? "foot",
    size: shown.size,
    arms: (model.arms ?? []).slice(0, 16).map(({ name, look = "", centre = 0, arc = 18000 }) => ({
      name: name.slice(0, 200),
      look,
      centre,
      arc,
    })),
    head: model.look?.head ?? "",
    coat: model.look?.coat ?? 0,
  };
}

/** Somebody, and what kind of figure that is. */
export interface Rider {
  model: Model;
  shown: Pick<Shown, "size">;
}

/** A kind of figure on its base, with those on its back or deck. */
export function figureToDraw(model: Model, shown: Pick<Shown, "size">, riders: readonly Rider[] = []): FigureToDraw {
  return {
    ...riderToDraw(model, shown),
    steed: model.look?.steed ?? false,
    mounted: model.look?.mounted ?? false,
    riders: riders.slice(0, MOST_RIDERS).map((one) => riderToDraw(one.model, one.shown)),
  };
}

/** In parts that a request may have. */
export function inParts<T extends object>(things: readonly T[]): T[][] {
  const parts: T[][] = [];
  let corners = 0;
  for (const thing of things) {
    const more = "outline" in thing && Array.isArray(thing.outline) ? thing.outline.length : 0;
    const last = parts[parts.length - 1];
    if (!last || last.length >= AT_ONCE || corners + more > CORNERS) {
      parts.push([thing]);
      corners = more;
    } else {
      last.push(thing);
      corners += more;
    }
  }
  return parts;
}

/** Remembers so many, and forgets the oldest. */
class Kept<T> {
  private readonly all = new Map<string, T>();
  get = (key: string): T | undefined => this.all.get(key);
  set(key: string, value: T): void {
    this.all.set(key, value);
    if (this.all.size > KEPT) this.all.delete(this.all.keys().next().value!);
  }
}

const pieces = new Kept<Drawn>();
const bodies = new Kept<string>();
const tables = new Kept<TableDrawn>();
const shared = new Map<string, string>();

const REFERENCES = /(?:href="#|url\(#)([a-z]+(?:-\d+)?)/g;

/** What a drawing refers to, to be put before it. */
export function needed(body: string, from: ReadonlyMap<string, string> = shared): string {
  const names = new Set([...body.matchAll(REFERENCES)].map((found) => found[1]!));
  return [...names].map((name) => from.get(name) ?? "").join("");
}

async function ask(wanted: ToDraw): Promise<Awaited<ReturnType<typeof drawings>>> {
  const found = await drawings(wanted);
  for (const [name, text] of Object.entries(found.shared ?? {})) shared.set(name, text);
  return found;
}

const sightOf = (sight: Sight): string => `${sight.size} ${sight.unit} ${sight.factor ?? 1} ${sight.turned ?? false}`;

/** The drawings of some pieces by id; those that cannot be had are missing. */
export async function drawnPieces(sight: Sight, ground: readonly Terrain[]): Promise<Map<string, Drawn>> {
  const wanted = ground.map((piece) => ({ id: piece.id, piece: pieceToDraw(piece) }));
  const key = (piece: PieceToDraw): string => `${sightOf(sight)} ${JSON.stringify(piece)}`;
  const missing = wanted.filter(({ piece }) => !pieces.get(key(piece))).map(({ piece }) => piece);
  for (const part of inParts(missing)) {
    const found = await ask({ ...sight, pieces: part });
    part.forEach((piece, i) => {
      const one = found.pieces?.[i];
      if (one) pieces.set(key(piece), one);
    });
  }
  return new Map(wanted.flatMap(({ id, piece }) => (pieces.get(key(piece)) ? [[id, pieces.get(key(piece))!] as const] : [])));
}

/** The table itself. */
export async function drawnTable(sight: Sight, cloth: NonNullable<Show["cloth"]>): Promise<TableDrawn> {
  const key = `${sightOf(sight)} ${cloth}`;
  const known = tables.get(key);
  if (known) return known;
  const { table } = await ask({ ...sight, cloth: cloth || "meadow" });
  tables.set(key, table!);
  return table!;
}

/** A body by what it depends on, if it is known. */
export const bodyKey = (sight: Sight, figure: FigureToDraw): string =>
  `${sight.unit} ${sight.factor ?? 1} ${JSON.stringify(figure)}`;
export const bodyOf = (key: string): string | undefined => bodies.get(key);

/** Have these bodies drawn. */
export async function drawBodies(sight: Sight, figures: readonly FigureToDraw[]): Promise<void> {
  const missing = figures.filter((figure) => bodies.get(bodyKey(sight, figure)) === undefined);
  for (const part of inParts(missing)) {
    const found = await ask({ ...sight, figures: part });
    part.forEach((figure, i) => {
      bodies.set(bodyKey(sight, figure), found.figures?.[i] ?? "");
    });
  }
}
