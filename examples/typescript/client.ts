// Asks one question of each kind.
import { answered, hints, meldwise, MeldwiseError } from "./meldwise.ts";

const url = process.env.MELDWISE_URL ?? "http://127.0.0.1:8000";
const client = meldwise(url);

const best = answered(
  await client.POST("/v1/melds", {
    body: { hand: "7S 7H 7D 8D 9D TD 2C", rules: "gin-rummy" },
  }),
);
for (const meld of best.melds) {
  console.log(meld.kind, ...meld.cards);
}
console.log("deadwood", best.deadwood.points);

const verdict = answered(
  await client.POST("/v1/check", {
    body: { cards: "5D 6D JK", rules: "loba", options: { "meld.run.min": 3 } },
  }),
);
console.log(verdict.legal ? verdict.readings[0]?.cards.join(" ") : verdict.reason);

const batch = answered(
  await client.POST("/v1/batch/melds", {
    body: { hands: ["7S 7H 7D 2C", "7X"], rules: "gin-rummy" },
  }),
);
for (const item of batch.items) {
  console.log(item.error?.code ?? item.deadwood?.points);
}

const position = {
  rules: "gin-rummy",
  phase: "play",
  hand: "2S 3S 4S 7H 8H 9H TD TS TC 5D KH",
  taken: { card: "KH", from: "stock" },
  discards: ["9D"],
};
for await (const hint of hints(url, { position, samples: 20, seed: 1 })) {
  console.log(`after ${hint.samples} samples:`, hint.best.type);
}

try {
  answered(await client.GET("/v1/rules/{id}", { params: { path: { id: "ginn" } } }));
} catch (error) {
  if (!(error instanceof MeldwiseError)) {
    throw error;
  }
  console.log(error.code);
}
