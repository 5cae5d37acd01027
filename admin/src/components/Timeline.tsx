import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useGetList, useRecordContext, useResourceContext, type RaRecord } from "react-admin";
import { useContext, useState } from "react";

import { Changes } from "./Changes";
import { Moment } from "./Value";
import { NEWEST, spaced } from "./definition";
import { Registry } from "./registry";

export type AuditEntry = RaRecord & {
  createdAt: string;
  actorName: string | null;
  staffId: string | null;
  onBehalfOfEmail: string | null;
  action: string;
  reason: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const STEP = 25;

/**
 * What the log calls a record: staff's actions name the resource ("api-keys:1"), the product's own one of it
 * ("api_key:1").
 */
const namesOf = (resource: string, id: RaRecord["id"] | undefined) => [
  `${resource}:${id}`,
  `${resource.replace(/s$/, "").replaceAll("-", "_")}:${id}`,
];

/** What happened to the record around it, newest first, with who, why and what changed; `first` keeps it short. */
export function Timeline({ first }: { first?: number }) {
  const record = useRecordContext();
  const resource = useResourceContext();
  const [wanted, setWanted] = useState(first ?? STEP);
  const { data, isPending, error, pageInfo, total } = useGetList<AuditEntry>(
    "audit-log",
    { filter: { target: namesOf(resource ?? "", record?.id) }, pagination: { page: 1, perPage: wanted }, sort: NEWEST },
    { enabled: record !== undefined },
  );
  if (isPending)
    return (
      <Typography variant="body2" color="text.secondary">
        Loading…
      </Typography>
    );
  if (error)
    return (
      <Typography variant="body2" color="error">
        {error.message}
      </Typography>
    );
  if (!data?.length)
    return (
      <Typography variant="body2" color="text.secondary">
        Nothing has been recorded yet. Every change by staff or by the customer appears here.
      </Typography>
    );
  const more = pageInfo?.hasNextPage ?? (total ?? 0) > data.length;
  return (
    <>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, width: "100%", maxWidth: 760 }}>
        {data.map((entry, place) => (
          <Entry key={entry.id} entry={entry} last={place === data.length - 1 && !more} />
        ))}
      </Box>
      {more && !first && wanted < 100 ? (
        <Button size="small" onClick={() => setWanted(wanted + STEP)}>
          Show older entries
        </Button>
      ) : null}
      {more && first ? (
        <Typography variant="body2" color="text.secondary">
          Older entries are under “Timeline”.
        </Typography>
      ) : null}
    </>
  );
}

/** What was done, in the words of the button that did it; what waits for a second admin was only asked for. */
function useActionLabel({ action, after }: AuditEntry): string {
  const [resource = "", ...rest] = action.split(".");
  const definition = useContext(Registry).get(resource);
  const word = rest.join(".");
  const deed =
    definition?.actions?.find(({ name }) => name === word)?.label ??
    (word === "create" && definition ? `New ${definition.singular.toLowerCase()}` : spaced(action));
  return after?.["approvalId"] ? `Asked a second admin: ${deed}` : deed;
}

function Entry({ entry, last }: { entry: AuditEntry; last: boolean }) {
  const deed = useActionLabel(entry);
  return (
    <Box
      component="li"
      sx={{
        position: "relative",
        pl: 3,
        pb: 2.25,
        "&::before": {
          content: '""',
          position: "absolute",
          left: 0,
          top: 5,
          width: 9,
          height: 9,
          borderRadius: "50%",
          bgcolor: entry.staffId ? "primary.main" : "text.disabled",
        },
        ...(last
          ? {}
          : {
              "&::after": {
                content: '""',
                position: "absolute",
                left: 4,
                top: 18,
                bottom: -2,
                width: "1px",
                bgcolor: "divider",
              },
            }),
      }}
    >
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "baseline", gap: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {deed}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ flexShrink: 0, fontSize: 12 }}>
          <Moment at={entry.createdAt} />
        </Typography>
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: "anywhere" }}>
        {entry.actorName ?? "The product"}
        {entry.staffId ? " · staff" : ""}
        {entry.onBehalfOfEmail ? ` on behalf of ${entry.onBehalfOfEmail}` : ""}
      </Typography>
      {entry.reason ? (
        <Typography
          variant="body2"
          sx={{ mt: 0.5, pl: 1, borderLeft: 2, borderColor: "divider", overflowWrap: "anywhere" }}
        >
          {entry.reason}
        </Typography>
      ) : null}
      <Changes before={entry.before} after={entry.after} />
    </Box>
  );
}
