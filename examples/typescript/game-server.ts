// A game server that plays a few turns of gin and asks each turn whether its bot should knock. A busy
// service must not stop the game: then the bot just plays on.
import { setTimeout as sleep } from "node:timers/promises";
import { meldwise, type Schemas } from "./meldwise.ts";

const client = meldwise(process.env.MELDWISE_URL ?? "http://127.0.0.1:8000");
const suits = ["S", "H", "D", "C"];
const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

/** A pack in an order that follows from the seed. */
function shuffled(seed: number): string[] {
  const cards = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
  let state = seed;
  for (let last = cards.length - 1; last > 0; last--) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const other = state % (last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

async function knockOrWait(
  question: Schemas["KnockQuestion"],
): Promise<Schemas["KnockAnswer"] | null> {
  for (let tries = 0; tries < 3; tries++) {
    const { data, error, response } = await client.POST("/v1/knock", { body: question });
    if (data !== undefined) {
      return data;
    }
    if (response.status !== 429 && response.status !== 503) {
      throw new Error(error?.detail);
    }
    await sleep(1000 * Number(response.headers.get("Retry-After") ?? 1));
  }
  return null;
}

const stock = shuffled(7);
const hand = stock.splice(0, 10);
// The other player's cards: the bot does not see them.
stock.splice(0, 10);
const discards = stock.splice(0, 1);

for (let turn = 1; turn <= 4; turn++) {
  const card = stock.shift()!;
  hand.push(card);
  const position = {
    rules: "gin-rummy",
    phase: "play",
    hand,
    taken: { card, from: "stock" },
    discards,
    stock: stock.length,
    turn: { number: 2 * turn },
  };
  const found = await knockOrWait({ position, time: "100ms", seed: turn });
  const thrown = found?.discard ?? card;
  console.log(`turn ${turn}: drew ${card}, ${found?.advice ?? "busy"}, throws ${thrown}`);
  if (found?.advice === "knock") {
    break;
  }
  hand.splice(hand.indexOf(thrown), 1);
  discards.push(thrown);
  // The other player takes a card from the stock and throws it.
  discards.push(stock.shift()!);
}
