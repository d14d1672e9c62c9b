/** Short tones, made on the spot; off unless switched on. */
import { isOn } from "../store/prefs";

export type Sound = "move" | "take" | "turn" | "end" | "wrong";

/** Pitch in hertz, start and length in seconds. */
const tones: Record<Sound, [number, number, number][]> = {
  move: [[320, 0, 0.06]],
  take: [[260, 0, 0.06], [190, 0.06, 0.08]],
  turn: [[520, 0, 0.08], [660, 0.09, 0.1]],
  end: [[392, 0, 0.14], [523, 0.15, 0.14], [659, 0.3, 0.25]],
  wrong: [[150, 0, 0.14]],
};

let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!isOn("sound")) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [pitch, start, length] of tones[name]) {
    const from = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(0.18, from + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + length + 0.02);
  }
}
