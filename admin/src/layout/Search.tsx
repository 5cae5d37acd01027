import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Search as Glass } from "lucide-react";
import { useContext, useEffect, useState } from "react";
import { useDataProvider, usePermissions, type RaRecord, useNavigate } from "react-admin";

import { NEWEST, type AnyDefinition } from "@/components/definition";
import { Registry } from "@/components/registry";

/** What a customer's message usually names. */
const SEARCHED = ["users", "workspaces", "brands", "support-requests", "subscriptions"];
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Where a bare id may belong. */
const BY_ID = [...SEARCHED, "runs", "answers", "payments", "invitations"];
const SHOWN = 5;

/** Pages of the console are found by their names too. */
const MOST_PAGES = 4;

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

type Answer = { found: Found[]; failed: string[] };
const NOTHING: Answer = { found: [], failed: [] };
/** An id that is none of this resource's, or words it cannot look for: nothing found there, and nothing wrong. */
const NOT_HERE = new Set([400, 403, 404, 422]);

type Found = { key: string; group: string; label: string; to: string };

/** Opens with "/", ⌘K or Ctrl-K from anywhere; finds people, workspaces and records by name, e-mail address or id. */
export function Search() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, [contenteditable=true], [role=dialog]");
      const wanted = (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing);
      if (!wanted) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <Button
        color="inherit"
        startIcon={<Glass size={18} />}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-label="Search"
        sx={{ minWidth: 0 }}
      >
        <Box component="span" sx={{ display: { xs: "none", md: "inline" } }}>
          Search
        </Box>
        {/* Drawn by the style: the button's name stays "Search". */}
        <Box
          aria-hidden
          component="span"
          sx={{
            display: { xs: "none", md: "inline" },
            ml: 1,
            px: 0.75,
            border: 1,
            borderColor: "divider",
            borderRadius: 0.5,
            fontSize: 12,
            color: "text.secondary",
            "&::before": { content: `"${SHORTCUT}"` },
          }}
        />
      </Button>
      {open ? <SearchDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const wanted = useDebouncedValue(text.trim());
  const { data: { found, failed } = NOTHING, isFetching } = useSearchResults(wanted);
  const navigate = useNavigate();
  const go = (found: Found) => {
    onClose();
    void navigate(found.to);
  };
  const silence =
    wanted.length < 2
      ? "Type at least two characters"
      : isFetching
        ? "Searching…"
        : failed.length
          ? "Nothing found elsewhere"
          : "Nothing found";
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { "aria-label": "Search" } }}
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
    >
      <Box sx={{ p: 2 }}>
        <Autocomplete<Found>
          open
          options={found}
          filterOptions={(all) => all}
          groupBy={({ group }) => group}
          getOptionLabel={({ label }) => label}
          getOptionKey={({ key }) => key}
          inputValue={text}
          onInputChange={(_, value, why) => {
            if (why !== "reset") setText(value);
          }}
          value={null}
          onChange={(_, found) => {
            if (found) go(found);
          }}
          noOptionsText={silence}
          autoHighlight
          popupIcon={null}
          slotProps={{
            popper: {
              disablePortal: true,
              sx: { position: "static !important", transform: "none !important", width: "100% !important" },
            },
          }}
          renderInput={(params) => (
            <TextField {...params} autoFocus label="Search users, workspaces, brands, ids, pages" />
          )}
        />
        {failed.length ? (
          <Alert severity="warning" sx={{ mt: 1 }}>
            Could not be searched just now: {failed.join(", ")}.
          </Alert>
        ) : null}
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          ↑ ↓ to choose, Enter to open, Esc to close
        </Typography>
      </Box>
    </Dialog>
  );
}

/** The text once nobody has typed for a moment. */
function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

function useSearchResults(wanted: string) {
  const provider = useDataProvider();
  const definitions = useContext(Registry);
  const { permissions } = usePermissions<Record<string, string[]>>();
  const may = (name: string, word: string) => permissions?.[name]?.includes(word) ?? false;
  const look = async (name: string, signal: AbortSignal): Promise<Found[]> => {
    const definition = definitions.get(name);
    if (!definition) return [];
    if (ID.test(wanted)) {
      const { data } = await provider.getOne(name, { id: wanted, signal });
      return [foundAs(definition, data)];
    }
    const { data } = await provider.getList(name, {
      filter: { q: wanted },
      pagination: { page: 1, perPage: SHOWN },
      sort: definition.sort ?? NEWEST,
      signal,
    });
    return data.map((record: RaRecord) => foundAs(definition, record));
  };
  return useQuery({
    queryKey: ["search", wanted],
    enabled: wanted.length >= 2,
    queryFn: async ({ signal }): Promise<Answer> => {
      const names = ID.test(wanted)
        ? BY_ID.filter((name) => may(name, "show"))
        : SEARCHED.filter((name) => may(name, "list"));
      const failed: string[] = [];
      const groups = await Promise.all(
        names.map((name) =>
          look(name, signal).catch((error: { status?: number }) => {
            if (!NOT_HERE.has(error.status ?? 0)) failed.push(definitions.get(name)?.label ?? name);
            return [];
          }),
        ),
      );
      const lower = wanted.toLowerCase();
      const pages = [...definitions.values()]
        .filter(({ name, label }) => may(name, "list") && label.toLowerCase().includes(lower))
        .slice(0, MOST_PAGES);
      return {
        found: [
          ...groups.flat(),
          ...pages.map(({ name, label }) => ({ key: `/${name}`, group: "Go to", label, to: `/${name}` })),
        ],
        failed,
      };
    },
  });
}

function foundAs(definition: AnyDefinition, record: RaRecord): Found {
  const to = `/${definition.name}/${encodeURIComponent(String(record.id))}/show`;
  return { key: to, group: definition.label, label: definition.title(record), to };
}
