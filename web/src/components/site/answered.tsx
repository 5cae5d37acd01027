import { Badge, type Tone } from "@/components/ui/badge";
import { countText } from "@/lib/count";
import { answered as words, statusWords } from "@/lib/messages/answered";

const toneOf = (status: number): Tone => (status >= 500 || status === 403 || status === 429 ? "attention" : "moderate");

/** How often a server answered a bot with a status, and what that status says. */
export function Answered({ bot, status, requests }: { bot: string; status: number; requests: number }) {
  const said = statusWords(status);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="tabular wrap-anywhere">{words.line(bot, status, countText(requests), requests === 1)}</span>
      {said ? <Badge tone={toneOf(status)}>{said}</Badge> : null}
    </p>
  );
}
