import { notifications as words } from "@/lib/messages/notifications";

import type { Choices } from "./api";

type Kind = keyof typeof words.kinds;
type Channel = keyof typeof words.channels;
const channels = Object.keys(words.channels) as Channel[];
/** Told to one person alone: no team's channel hears of them. */
const PERSONAL = ["export-ready", "endpoint-disabled"] as const;
type Posted = Exclude<Kind, (typeof PERSONAL)[number]>;
const isPosted = (kind: Kind): kind is Posted => !(PERSONAL as readonly string[]).includes(kind);

const heading = "w-16 py-2 text-center font-medium sm:w-28";

type MatrixProps = {
  choices: Choices["choices"];
  onChange: (kind: Kind, channel: Channel, wanted: boolean) => void;
  /** What is posted to the team's channel, for those who may change that. */
  slack: { posted: readonly string[]; onChange: (kind: Posted, wanted: boolean) => void } | null;
};

/** Event by channel, for the events this reader's role can hear of. */
export function ChoicesMatrix({ choices, onChange, slack }: MatrixProps) {
  return (
    <table className="w-full text-left">
      <thead className="text-sm text-ink-2">
        <tr>
          <th scope="col" className="py-2 font-medium">
            {words.event}
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className={heading}>
              {words.channels[channel]}
            </th>
          ))}
          {slack ? (
            <th scope="col" className={heading}>
              {words.slack}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(words.kinds) as Kind[])
          .filter((kind) => choices[kind])
          .map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 font-normal">
                {words.kinds[kind]}
              </th>
              {channels.map((channel) => (
                <Box
                  key={channel}
                  label={`${words.kinds[kind]}, ${words.channels[channel]}`}
                  checked={choices[kind]?.[channel] ?? false}
                  onChange={(wanted) => onChange(kind, channel, wanted)}
                />
              ))}
              {slack && isPosted(kind) ? (
                <Box
                  label={`${words.kinds[kind]}, ${words.slack}`}
                  checked={slack.posted.includes(kind)}
                  onChange={(wanted) => slack.onChange(kind, wanted)}
                />
              ) : null}
              {slack && !isPosted(kind) ? <td /> : null}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Box({ label, checked, onChange }: { label: string; checked: boolean; onChange: (wanted: boolean) => void }) {
  return (
    <td className="text-center">
      <label className="inline-flex size-10 items-center justify-center">
        <span className="sr-only">{label}</span>
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
    </td>
  );
}
