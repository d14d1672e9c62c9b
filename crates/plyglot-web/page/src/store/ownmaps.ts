// Saved maps beside those that come with a game, wherever a map can be chosen.

import type { Field, GameInfo, MapsOfGame } from "../api/types";

export function withOwnMaps(game: GameInfo, maps: readonly MapsOfGame[]): GameInfo {
  const own = maps.find((one) => one.game === game.name);
  if (!own) return game;
  const saved = own.saved.filter(({ problems }) => problems === 0).map(({ name }) => `maps/${name}`);
  const extended = (field: Field): Field => {
    if (field.name !== own.option || field.kind !== "file") return field;
    return { ...field, values: [...field.values, ...saved] };
  };
  return { ...game, options: game.options.map(extended) };
}
