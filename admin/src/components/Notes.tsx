import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useGetList, useRecordContext, useResourceContext, type RaRecord } from "react-admin";

import { NEWEST } from "./definition";
import { Moment } from "./Value";

type Note = RaRecord & { text: string; staffName: string; createdAt: string };

/** What colleagues wrote about the record around it, newest first. */
export function Notes() {
  const record = useRecordContext();
  const resource = useResourceContext();
  const { data, isPending, error } = useGetList<Note>(
    "notes",
    { filter: { target: `${resource}:${record?.id}` }, pagination: { page: 1, perPage: 100 }, sort: NEWEST },
    { enabled: record !== undefined },
  );
  if (isPending) return <Typography color="text.secondary">Loading…</Typography>;
  if (error) return <Typography color="error">{error.message}</Typography>;
  if (!data?.length)
    return <Typography color="text.secondary">No notes yet. “Add note” writes the first one.</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1, width: "100%" }}>
      {data.map((note) => (
        <Card component="li" key={note.id} sx={{ p: 2 }}>
          <Typography variant="body2" color="text.secondary">
            {note.staffName} · <Moment at={note.createdAt} />
          </Typography>
          <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{note.text}</Typography>
        </Card>
      ))}
    </Box>
  );
}
