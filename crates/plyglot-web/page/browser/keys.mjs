// The page by keyboard: Tab and arrows until the focus is where it shall be.
const isFocused = (place) => place.evaluate((own) => own === document.activeElement);

/** The role of what has the focus. */
export const focusedRole = (page) => page.evaluate(() => document.activeElement?.getAttribute("role") ?? "");

/** Presses Tab until something has the focus. */
export async function tabTo(page, place, most = 80) {
  await place.first().waitFor();
  for (let count = 0; count < most; count += 1) {
    if (await isFocused(place.first())) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${place}`);
}

/** Presses arrows until a cell has the focus, as they look on the screen. */
export async function walkTo(page, place, most = 60) {
  const goal = await place.boundingBox();
  for (let count = 0; count < most; count += 1) {
    if (await isFocused(place)) return;
    const from = await page.evaluate(() => {
      const { x, y } = document.activeElement.getBoundingClientRect();
      return { x, y };
    });
    const [right, down] = [goal.x - from.x, goal.y - from.y];
    const key = Math.abs(right) > Math.abs(down) ? (right > 0 ? "ArrowRight" : "ArrowLeft") : down > 0 ? "ArrowDown" : "ArrowUp";
    await page.keyboard.press(key);
  }
  throw new Error(`arrows do not lead to ${place}`);
}
