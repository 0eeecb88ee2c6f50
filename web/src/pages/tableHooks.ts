/** What pointing and keys do at every table: select, look along a line, measure, skip. */

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { isFree, onButton } from "../asks/tools";
import { middle } from "../geometry";
import type { LiveSeat } from "../seat";
import { recall, remember } from "../settings";
import { friends, standing } from "../show";
import type { Scene, Stage } from "../stage";
import type { Store } from "../store";
import type { Camera } from "../table/camera";
import type { Pointing } from "../table/pointer";
import { toggleSound } from "../ui/SoundButton";
import type { Show } from "../wire";

const LOOK_PAUSE = 90;

export function useSelecting(scene: Store<Scene>, pointing: Store<Pointing>, camera: Camera, own: readonly string[]) {
  const mine = useRef(own);
  mine.current = own;
  const select = useCallback(
    (figure: string) => {
      const { show } = scene.get();
      const shown = show.figures[figure];
      if (!shown) return pointing.patch({ figure: "", unit: "", look: null, ruler: null });
      // an enemy that is clicked while one of ours is selected is looked at, not selected
      const old = show.figures[pointing.get().figure];
      if (old && mine.current.includes(old.side) && !friends(show, old.side, shown.side))
        return pointing.patch({ hover: figure, unit: shown.unit });
      pointing.patch({ figure, unit: shown.unit, ruler: null });
    },
    [scene, pointing],
  );
  const selectUnit = useCallback(
    (unit: string) => {
      const there = standing(scene.get().show, unit);
      pointing.patch({ unit, figure: there[0]?.id ?? "", look: null });
      if (there.length) camera.centre(middle(there.map((one) => one.at)));
    },
    [scene, pointing, camera],
  );
  return { select, selectUnit };
}

/** A line of sight from the selected figure to whoever is pointed at. */
export function useLooking(seat: LiveSeat | null, scene: Store<Scene>, pointing: Store<Pointing>, allowed: boolean): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = "";
    const see = (): void => {
      const { figure, hover: over, aim, look } = pointing.get();
      const { show } = scene.get();
      const hover = over || aim;
      const from = show.figures[figure];
      const to = show.figures[hover];
      const wanted = allowed && seat && from && to && !friends(show, from.side, to.side) ? `${figure}→${hover}` : "";
      if (wanted === last) return;
      last = wanted;
      clearTimeout(timer);
      if (look) pointing.patch({ look: null });
      if (!wanted || !seat) return;
      timer = setTimeout(async () => {
        const reply = await seat.live.ask({ do: "look", start: figure, to: hover });
        if (last === wanted && reply?.is === "looked") pointing.patch({ look: { from: figure, to: hover, look: reply.look } });
      }, LOOK_PAUSE);
    };
    const end = pointing.subscribe(see);
    see();
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [seat, scene, pointing, allowed]);
}

/** The next one of a list after this one, or before it. */
const beside = (list: readonly string[], one: string, by: number): string =>
  list[(list.indexOf(one) + by + list.length) % list.length] ?? list[0] ?? "";

interface Keys {
  stage: Stage;
  camera: Camera;
  pointing: Store<Pointing>;
  own: readonly string[];
  help: () => void;
  undo: () => void;
}

function inspect(key: string, { stage, pointing, camera, own }: Keys): boolean {
  const { show } = stage.scene.get();
  const { figure, hover } = pointing.get();
  const there = (side: (name: string) => boolean): string[] =>
    Object.values(show.figures)
      .filter((one) => !one.within && side(one.side))
      .map((one) => one.id);
  if (key === "." || key === ",") {
    const all = there((side) => !own.length || own.includes(side));
    const next = beside(all, figure, key === "." ? 1 : -1);
    const shown = show.figures[next];
    if (shown) {
      pointing.patch({ figure: next, unit: shown.unit, hover: "" });
      camera.centre(shown.at);
    }
    return true;
  }
  if (key === ">" || key === "<") {
    const from = show.figures[figure];
    if (from)
      pointing.patch({
        hover: beside(
          there((side) => !friends(show, side, from.side)),
          hover,
          key === ">" ? 1 : -1,
        ),
      });
    return true;
  }
  return false;
}

function view(key: string, camera: Camera, pointing: Store<Pointing>, show: Show): boolean {
  if (key === "+" || key === "=") camera.zoomBy(1.25);
  else if (key === "-" || key === "_") camera.zoomBy(0.8);
  else if (key === "0") camera.fit();
  else if (key.toLowerCase() === "m" && show.measures)
    pointing.patch({ tool: pointing.get().tool === "ruler" ? "hand" : "ruler", ruler: null });
  else return false;
  return true;
}

const PAN: Record<string, [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

/** What may be pressed without taking the keys from the main button; options do: pressed again they mean it. */
const BYSTANDERS =
  ".topbar button, .topbar a, .dock button, .dock label, .battle-left button, .table-tools button, .question .buttons button, .question .segments button";

export function useBattleKeys(keys: Keys): void {
  const { stage, camera, pointing, help, undo } = keys;
  const down = useEffectEvent((event: KeyboardEvent): void => {
    const control = event.ctrlKey || event.metaKey;
    const pan = PAN[event.key];
    if (control && pan && !event.defaultPrevented) camera.panBy(...pan);
    else if (control && event.key.toLowerCase() === "z" && !(event.target as Element).closest?.("input, textarea")) undo();
    else if (!isFree(event)) return;
    else if (event.key === " " && !onButton(event)) stage.skip(true);
    else if (event.key === "?") help();
    else if (event.key.toLowerCase() === "s") toggleSound();
    else if (event.key.toLowerCase() === "t")
      document.querySelector<SVGElement>(".figure[tabindex='0'], .laid[tabindex='0'], svg.table")?.focus();
    else if (event.key.toLowerCase() === "d") document.querySelector<HTMLElement>("[data-decision] h2, .log")?.focus();
    else if (!inspect(event.key, keys) && !view(event.key, camera, pointing, stage.scene.get().show)) return;
    event.preventDefault();
  });
  const up = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === " ") stage.skip(false);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => down(event);
    const release = (event: KeyboardEvent): void => up(event);
    // a button that was pressed by mouse does not keep the keys: Enter belongs to the main button
    const leave = (event: MouseEvent): void => {
      const button = event.detail > 0 && (event.target as Element | null)?.closest?.<HTMLElement>(BYSTANDERS);
      if (button) (document.activeElement as HTMLElement | null)?.blur?.();
    };
    addEventListener("click", leave);
    addEventListener("keydown", press);
    addEventListener("keyup", release);
    return () => {
      removeEventListener("click", leave);
      removeEventListener("keydown", press);
      removeEventListener("keyup", release);
    };
  }, []);
}

/** How many lines of talk nobody has read here: those that came since it was last open. */
export function useUnread(game: string, lines: number, open: boolean): number {
  const key = `littlewars.read.${game}`;
  const [read, setRead] = useState(() => recall<number>(key) ?? 0);
  useEffect(() => {
    if (!open || read === lines) return;
    setRead(lines);
    remember(key, lines);
  }, [key, lines, open, read]);
  return open ? 0 : Math.max(0, lines - read);
}
