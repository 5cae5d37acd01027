import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Title, useDataProvider } from "react-admin";
import { Link } from "react-router";

import { atMoment } from "@/components/format";
import type { ConsoleDataProvider } from "@/providers/dataProvider";
import { useToneColours, type Tone } from "@/theme/tones";

type Item = { id: string; tone: Tone; title: string; value: string | number; detail: string | null; resource: string | null; filter: Record<string, string> | null };
type Attention = { asOf: string; items: Item[] };

const WORDS: Record<Tone, string> = { attention: "Act now", moderate: "Look at", good: "Fine", info: "Note", neutral: "Note" };
const ORDER: Tone[] = ["attention", "moderate", "info", "neutral", "good"];
const EVERY_MS = 30_000;

/** What needs somebody, worst first; each card opens the rows behind its number. */
export function Dashboard() {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ["attention"],
    queryFn: async ({ signal }) => (await provider.read<Attention>("/attention", signal)).data,
    refetchInterval: EVERY_MS,
  });
  const items = [...(data?.items ?? [])].sort((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone));
  return (
    <Box>
      <Title title="Needs attention" />
      {error ? <Alert severity="error" action={<Button color="inherit" onClick={() => void refetch()}>Try again</Button>} sx={{ mb: 2 }}>{error.message}</Alert> : null}
      <Box component="ul" aria-label="What needs attention" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(260px, 100%), 1fr))" }}>
        {data ? items.map((item) => <Box component="li" key={item.id}><ItemCard item={item} /></Box>) : error ? null : Array.from({ length: 8 }, (_, place) => <Box component="li" key={place}><Skeleton variant="rounded" height={132} /></Box>)}
      </Box>
      {data ? <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>As of {atMoment(data.asOf)}, read again every half minute.</Typography> : null}
    </Box>
  );
}

function ItemCard({ item }: { item: Item }) {
  const colours = useToneColours(item.tone);
  return (
    <Card sx={{ p: 2, height: "100%", display: "flex", flexDirection: "column", gap: 0.5 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "start", gap: 1 }}>
        <Typography component="h2" variant="body1" sx={{ fontWeight: 600 }}>{item.title}</Typography>
        <Chip size="small" label={WORDS[item.tone]} sx={{ ...colours, height: 22 }} />
      </Box>
      <Typography sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.2 }}>{item.value}</Typography>
      {item.detail ? <Typography variant="body2" color="text.secondary">{item.detail}</Typography> : null}
      {item.resource ? (
        <Button component={Link} to={listOf(item)} size="small" sx={{ mt: "auto", alignSelf: "start", ml: -0.5 }} aria-label={`Open: ${item.title}`}>
          Open
        </Button>
      ) : null}
    </Card>
  );
}

function listOf({ resource, filter }: Item): string {
  const filters = encodeURIComponent(JSON.stringify(filter ?? {}));
  const shown = encodeURIComponent(JSON.stringify(Object.fromEntries(Object.keys(filter ?? {}).map((name) => [name, true]))));
  return `/${resource}?filter=${filters}&displayedFilters=${shown}`;
}
