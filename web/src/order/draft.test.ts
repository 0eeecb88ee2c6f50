import { expect, test } from "vitest";
import type { Live } from "../live";
import type { Order, Show } from "../wire";
import { OrderDraft } from "./draft";

const show = { figures: { a: { id: "a", at: [0, 0] } }, units: {} } as unknown as Show;

/** A draft whose every rehearsal finds this stance. */
function drafted(stance: string): OrderDraft {
  const ask = async () => ({ is: "rehearsed", rehearsal: { stance } });
  const draft = new OrderDraft({ ask } as unknown as Pick<Live, "ask">, () => show);
  draft.take({ unit: "u", who: ["a"] });
  return draft;
}

async function given(draft: OrderDraft): Promise<Order[]> {
  const sent: Order[] = [];
  const send = async (order: Order): Promise<void> => void sent.push(order);
  await Promise.all([draft.give(send), draft.give(send)]); // pressed twice it is given once
  return sent;
}

test("what was rehearsed is what is given", async () => {
  const draft = drafted("run");
  draft.nudge([4000, 0]);
  expect(await given(draft)).toEqual([{ who: ["a"], way: [[4000, 0]], shelter: true, stance: "run" }]);
});

test("a pace that was chosen stays", async () => {
  const draft = drafted("run");
  draft.setStance("walk");
  expect(await given(draft)).toEqual([{ who: ["a"], stance: "walk" }]);
});
