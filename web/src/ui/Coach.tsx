/** A hand on the shoulder in a first battle: one sentence at a time, beside what it is about. It keeps nobody from anything. */

import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { InteractionContext } from "../asks/interaction";
import { recall, remember, setSettings, settings } from "../settings";
import { useSlice, useStore } from "../store";
import type { Lesson, Sheet } from "../wire";
import { lessonNow, PLACES } from "./guiding";
import { Icon } from "./Icon";

interface Props {
  game: string;
  lessons: readonly Lesson[];
  sheet: Sheet | null;
  /** The question that is asked: when it is answered its lesson has been heard. */
  question: string;
  /** Does a unit wait for its order? */
  ready: boolean;
  halted: boolean;
  round: number;
}

const memory = (game: string): string => `littlewars.lessons.${game}`;

export function Coach({ game, lessons, sheet, question, ready, halted, round }: Props) {
  const { guide } = useStore(settings);
  const drawn = useSlice(useContext(InteractionContext), ({ ends }) => Object.keys(ends).length > 0);
  const [said, setSaid] = useState<ReadonlySet<string>>(() => new Set(recall<string[]>(memory(game)) ?? []));
  const lesson = guide ? lessonNow(lessons, said, { sheet, ready, drawn, halted, round }) : null;
  const read = useRef({ question: "", ids: new Set<string>() });
  const hear = useCallback(
    (ids: readonly string[]): void =>
      setSaid((before) => {
        const all = new Set([...before, ...ids]);
        remember(memory(game), [...all]);
        return all;
      }),
    [game],
  );
  // what was on the screen when a question was answered has been heard; between two questions there is none
  const id = lesson?.id ?? "";
  useEffect(() => {
    if (!question) return;
    if (question !== read.current.question) {
      hear([...read.current.ids]);
      read.current = { question, ids: new Set() };
    }
    if (id) read.current.ids.add(id);
  }, [question, id, hear]);
  const place = PLACES[lesson?.show ?? ""] ?? "";
  useEffect(() => {
    const lit = place ? document.querySelector(place) : null;
    lit?.classList.add("coached");
    return () => lit?.classList.remove("coached");
  }, [place]);
  if (!lesson) return null;
  return (
    <aside className="coach" aria-label="Hint" aria-live="polite" data-lesson={lesson.id}>
      <p>{lesson.say}</p>
      <div className="buttons tight">
        <button type="button" className="chip" onClick={() => hear([lesson.id])}>
          Got it
        </button>
        <button type="button" className="chip" onClick={() => setSettings({ guide: false })}>
          <Icon sign="close" size={12} /> No more hints
        </button>
      </div>
    </aside>
  );
}
