import { setupServer } from "msw/node";

/** No default handlers: each test names the calls it expects, and any other call fails it. */
export const server = setupServer();
