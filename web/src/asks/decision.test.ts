import { expect, test } from "vitest";
import { stillByHand } from "./Decision";

test("whoever decides by hand goes on so for the unit he chose, and no longer", () => {
  expect(stillByHand("game/5", "game/5", "game/5")).toBe("game/5"); // the question which unit acts
  expect(stillByHand("game/5", "squad", "game/6")).toBe("squad"); // the unit that was chosen
  expect(stillByHand("squad", "squad", "game/7")).toBe("squad");
  expect(stillByHand("squad", "other", "game/8")).toBe("");
  expect(stillByHand("game/5", "game/9", "game/9")).toBe(""); // it was passed: the next question is another
});
