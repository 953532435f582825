// A typed client: paths, fields and answers are those of the OpenAPI document (schema.d.ts).
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

export type Schemas = components["schemas"];

/** What the service says went wrong: `code` for programs, `detail` for people. */
export class MeldwiseError extends Error {
  readonly code: string;
  readonly pointer: string | null;

  constructor(problem: Schemas["Problem"]) {
    super(problem.detail);
    this.code = problem.code;
    this.pointer = problem.pointer ?? null;
  }
}

/** A client of the service at `url`. */
export function meldwise(url: string, key?: string) {
  const client = createClient<paths>({ baseUrl: url });
  if (key !== undefined) {
    const withKey: Middleware = {
      onRequest({ request }) {
        request.headers.set("X-API-Key", key);
        return request;
      },
    };
    client.use(withKey);
  }
  return client;
}

/** The data of an answer, or the problem as an error. */
export function answered<T>(reply: { data?: T; error?: Schemas["Problem"] }): T {
  if (reply.error !== undefined) {
    throw new MeldwiseError(reply.error);
  }
  return reply.data as T;
}

/** Better and better hints for a position; leave the loop when you have seen enough. */
export async function* hints(
  url: string,
  question: Schemas["HintQuestion"],
): AsyncGenerator<Schemas["HintAnswer"]> {
  const leave = new AbortController();
  const reply = await fetch(`${url}/v1/hint/stream`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal: leave.signal,
  });
  if (!reply.ok || reply.body === null) {
    throw new MeldwiseError((await reply.json()) as Schemas["Problem"]);
  }
  try {
    let text = "";
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data !== undefined) {
          yield JSON.parse(data.slice(6)) as Schemas["HintAnswer"];
        }
      }
    }
  } finally {
    // The service stops working for us.
    leave.abort();
  }
}
