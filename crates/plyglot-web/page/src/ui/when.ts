/** How long ago something was, in words. */
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

export function ago(time: string): string {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  if (!Number.isFinite(seconds)) return "";
  for (const [unit, length] of steps) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return "just now";
}
