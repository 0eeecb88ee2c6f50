import { expect, test } from "vitest";
import { nextStop } from "./Sheet";

test("a sheet goes one stop with each drag, and no farther than its ends", () => {
  expect(nextStop("peek", -60)).toBe("half");
  expect(nextStop("half", -60)).toBe("full");
  expect(nextStop("full", -60)).toBe("full");
  expect(nextStop("half", 60)).toBe("peek");
  expect(nextStop("peek", 60)).toBe("peek");
});

test("a press without a drag opens it on, and closes it from the top", () => {
  expect(nextStop("peek", 3)).toBe("half");
  expect(nextStop("half", 0)).toBe("full");
  expect(nextStop("full", 0)).toBe("peek");
});
