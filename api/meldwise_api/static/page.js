// Without this script the form shows the answer as JSON; with it, as a few lines below the form.
const form = document.querySelector("form");
const answer = document.querySelector("#answer");
const rules = document.querySelector("#rules");

const suits = { S: "♠", H: "♥", D: "♦", C: "♣" };
const shown = (card) => card.replace(/T(?=[SHDC]|$)/g, "10").replace(/[SHDC]$/, (suit) => suits[suit]);

function lines(found) {
  const melds = found.melds.map(
    (meld) => `${meld.kind.padEnd(10)}${meld.cards.map(shown).join(" ")}  ${meld.points}`,
  );
  const left = found.deadwood.cards.map(shown).join(" ") || "none";
  return [...melds, `deadwood  ${left}  ${found.deadwood.points}`].join("\n");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const query = new URLSearchParams(new FormData(form));
  try {
    const reply = await fetch(`v1/melds?${query}`);
    const found = await reply.json();
    answer.textContent = reply.ok ? lines(found) : found.detail;
  } catch {
    answer.textContent = "The service cannot be reached.";
  }
});

const reply = await fetch("v1/rules");
if (reply.ok) {
  const chosen = rules.value;
  rules.replaceChildren(
    ...(await reply.json()).map(({ id, name }) => new Option(name, id, false, id === chosen)),
  );
}
