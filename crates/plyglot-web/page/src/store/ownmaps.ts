// Saved maps beside those that come with a game, wherever a map can be chosen.

import type { Field, GameInfo, MapsOfGame } from "../api/types";

export function withOwnMaps(game: GameInfo, maps: readonly MapsOfGame[]): GameInfo {
  const own = maps.find((one) => one.game === game.name);
  if (!own) return game;
  const saved = own.saved.filter(({ problems }) => problems === 0).map(({ name }) => `maps/${name}`);
  const extended = (field: Field): Field => {
    const words = field.values?.filter((word): word is string => typeof word === "string") ?? [];
    return field.name === own.option ? { ...field, values: [...words, ...saved] } : field;
  };
  return { ...game, options: game.options.map(extended) };
}
