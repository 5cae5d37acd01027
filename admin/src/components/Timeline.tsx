import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useGetList, useRecordContext, useResourceContext, type RaRecord } from "react-admin";
import { useState } from "react";

import { Changes } from "./Changes";
import { Moment } from "./Value";
import { NEWEST, spaced } from "./definition";

export type AuditEntry = RaRecord & {
  createdAt: string;
  actorName: string | null;
  onBehalfOfEmail: string | null;
  action: string;
  reason: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const STEP = 25;

/** What happened to the record around it, newest first, with who, why and what changed. */
export function Timeline() {
  const record = useRecordContext();
  const resource = useResourceContext();
  const [wanted, setWanted] = useState(STEP);
  const { data, isPending, error, pageInfo, total } = useGetList<AuditEntry>(
    "audit-log",
    { filter: { target: `${resource}:${record?.id}` }, pagination: { page: 1, perPage: wanted }, sort: NEWEST },
    { enabled: record !== undefined },
  );
  if (isPending) return <Typography color="text.secondary">Loading…</Typography>;
  if (error) return <Typography color="error">{error.message}</Typography>;
  if (!data?.length) return <Typography color="text.secondary">Nothing has been recorded yet.</Typography>;
  const more = pageInfo?.hasNextPage ?? (total ?? 0) > data.length;
  return (
    <>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, width: "100%" }}>
        {data.map((entry) => <Entry key={entry.id} entry={entry} />)}
      </Box>
      {more && wanted < 100 ? <Button onClick={() => setWanted(wanted + STEP)}>Show older entries</Button> : null}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <Box component="li" sx={{ borderLeft: 2, borderColor: "divider", pl: 2, pb: 2, ml: 0.5 }}>
      <Typography variant="body1" sx={{ fontWeight: 600 }}>{spaced(entry.action)}</Typography>
      <Typography variant="body2" color="text.secondary">
        {entry.actorName ?? "System"}
        {entry.onBehalfOfEmail ? ` on behalf of ${entry.onBehalfOfEmail}` : ""} · <Moment at={entry.createdAt} />
      </Typography>
      {entry.reason ? <Typography variant="body2" sx={{ mt: 0.5 }}>Reason: {entry.reason}</Typography> : null}
      <Changes before={entry.before} after={entry.after} />
    </Box>
  );
}
