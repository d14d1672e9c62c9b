/** How long ago something was, in words. */
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** `time` is in milliseconds since 1970. */
export function ago(time: number): string {
  const seconds = (Date.now() - time) / 1000;
  for (const [unit, length] of steps) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return "just now";
}
