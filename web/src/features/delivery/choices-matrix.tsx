import { notifications as words } from "@/lib/messages/notifications";

import type { Choices } from "./api";

type Kind = keyof typeof words.kinds;
type Channel = keyof typeof words.channels;
const channels = Object.keys(words.channels) as Channel[];

type MatrixProps = { choices: Choices["choices"]; onChange: (kind: Kind, channel: Channel, wanted: boolean) => void };

/** Event by channel, for the events this reader's role can hear of. */
export function ChoicesMatrix({ choices, onChange }: MatrixProps) {
  return (
    <table className="w-full text-left">
      <thead className="text-sm text-ink-2">
        <tr>
          <th scope="col" className="py-2 font-medium">
            {words.event}
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-20 py-2 text-center font-medium sm:w-28">
              {words.channels[channel]}
            </th>
          ))}
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
                <td key={channel} className="text-center">
                  <label className="inline-flex size-10 items-center justify-center">
                    <span className="sr-only">{`${words.kinds[kind]}, ${words.channels[channel]}`}</span>
                    <input type="checkbox" className="size-4 accent-(--accent)" checked={choices[kind]?.[channel] ?? false} onChange={(event) => onChange(kind, channel, event.target.checked)} />
                  </label>
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
