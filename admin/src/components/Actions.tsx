import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogTitle from "@mui/material/DialogTitle";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import {
  useDataProvider,
  useGetIdentity,
  useListContext,
  useNotify,
  usePermissions,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useUnselectAll,
  type RaRecord,
} from "react-admin";

import type { ConsoleDataProvider } from "@/providers/dataProvider";

import { ActionDialog } from "./ActionDialog";
import { sentence, type ActionSpec } from "./definition";
import { useDefinition } from "./registry";

/** Nothing happened yet, and who can let it happen. */
export const WAITS =
  "Nothing has happened yet. All admins were mailed; a second one has to approve it within three days. It waits under Approvals.";
/** Shown as buttons; the rest moves into a menu. */
const AT_HAND = 2;

/** The actions of a resource this person may do at all, and whether one makes sense for a record. */
function useAllowed() {
  const { name, actions = [] } = useDefinition();
  const { permissions } = usePermissions<Record<string, string[]>>();
  const { identity } = useGetIdentity();
  return {
    allowed: identity ? actions.filter((action) => permissions?.[name]?.includes(action.name)) : [],
    fits: (action: ActionSpec, record: RaRecord) => action.when?.(record, identity?.id) ?? true,
  };
}

function useRecordAction() {
  const resource = useResourceContext()!;
  const provider = useDataProvider<ConsoleDataProvider>();
  return async (record: RaRecord, action: ActionSpec, { reason, ...values }: Record<string, unknown>) => {
    const params = Object.fromEntries(
      (action.params ?? []).map(({ source, nullable }) => [source, values[source] ?? (nullable ? null : undefined)]),
    );
    return (await provider.act(resource, record.id, action.name, { ...params, ...action.carries?.(record), reason }))
      .data;
  };
}

/** Buttons for what can be done with the record around them. */
export function RecordActions() {
  const record = useRecordContext();
  const { allowed, fits } = useAllowed();
  const [chosen, choose] = useState<ActionSpec | null>(null);
  if (!record) return null;
  const possible = allowed.filter((action) => fits(action, record));
  return (
    <>
      {possible.slice(0, AT_HAND).map((action) => (
        <Button
          key={action.name}
          size="small"
          variant="outlined"
          color={action.danger ? "error" : "primary"}
          onClick={() => choose(action)}
        >
          {action.label}
        </Button>
      ))}
      {possible.length > AT_HAND ? <MoreActions actions={possible.slice(AT_HAND)} onChoose={choose} /> : null}
      {chosen ? <RecordAction action={chosen} record={record} onClose={() => choose(null)} /> : null}
    </>
  );
}

function MoreActions({ actions, onChoose }: { actions: ActionSpec[]; onChoose: (action: ActionSpec) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        endIcon={<ChevronDown size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        More actions
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((action) => (
          <MenuItem
            key={action.name}
            onClick={() => {
              setAnchor(null);
              onChoose(action);
            }}
            sx={action.danger ? { color: "error.main" } : {}}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function RecordAction({ action, record, onClose }: { action: ActionSpec; record: RaRecord; onClose: () => void }) {
  const act = useRecordAction();
  const notify = useNotify();
  const refresh = useRefresh();
  const [address, setAddress] = useState<string | null>(null);
  const [answered, setAnswered] = useState<RaRecord | null>(null);
  const confirm = async (values: Record<string, unknown>) => {
    const { waiting, record: answer } = await act(record, action, values);
    if (action.link && typeof answer?.["url"] === "string") return setAddress(answer["url"]);
    if (action.after && answer && !waiting) return setAnswered(answer);
    notify(waiting ? WAITS : sentence(action.done ?? `${action.label}: done.`, record), {
      type: waiting ? "info" : "success",
      autoHideDuration: waiting ? 10_000 : 4_000,
    });
    onClose();
    refresh();
  };
  if (address !== null) return <Address name={action.link ?? action.label} address={address} onClose={onClose} />;
  if (answered !== null && action.after)
    return (
      <action.after
        record={answered}
        onClose={() => {
          onClose();
          refresh();
        }}
      />
    );
  return (
    <ActionDialog
      title={action.label}
      explain={sentence(action.explain, record)}
      confirm={action.label}
      inputs={action.params ?? []}
      record={{ id: record.id }}
      danger={action.danger ?? false}
      onConfirm={confirm}
      onClose={onClose}
    >
      {action.about ? <action.about /> : null}
    </ActionDialog>
  );
}

/** Opening an address is a click of its own: browsers block windows that open after a wait. */
function Address({ name, address, onClose }: { name: string; address: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} aria-labelledby="address-ready">
      <DialogTitle id="address-ready">Ready</DialogTitle>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" href={address} target="_blank" rel="noopener" onClick={onClose}>
          {name}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The same for all selected rows, one call each; what failed stays selected and says why. */
export function BulkActions() {
  const allowed = useAllowed().allowed.filter((action) => action.bulk);
  const [chosen, choose] = useState<ActionSpec | null>(null);
  return (
    <>
      {allowed.map((action) => (
        <Button
          key={action.name}
          size="small"
          color={action.danger ? "error" : "primary"}
          onClick={() => choose(action)}
        >
          {action.label}
        </Button>
      ))}
      {chosen ? <BulkAction action={chosen} onClose={() => choose(null)} /> : null}
    </>
  );
}

function BulkAction({ action, onClose }: { action: ActionSpec; onClose: () => void }) {
  const { resource, data = [], selectedIds, onSelect } = useListContext();
  const { fits } = useAllowed();
  const act = useRecordAction();
  const notify = useNotify();
  const refresh = useRefresh();
  const unselectAll = useUnselectAll(resource);
  const rows = data.filter((row) => selectedIds.includes(row.id) && fits(action, row));
  const confirm = async (values: Record<string, unknown>) => {
    const failed: { row: RaRecord; why: string }[] = [];
    for (const row of rows) {
      await act(row, action, values).catch((error: unknown) =>
        failed.push({ row, why: error instanceof Error ? error.message : String(error) }),
      );
    }
    refresh();
    if (failed.length === rows.length && failed[0]) throw new Error(failed[0].why);
    if (failed[0]) {
      onSelect(failed.map(({ row }) => row.id));
      notify(`${rows.length - failed.length} of ${rows.length} done; the others stay selected: ${failed[0].why}`, {
        type: "warning",
      });
    } else {
      unselectAll();
      notify(`${action.label}: ${rows.length} done.`, { type: "success" });
    }
    onClose();
  };
  const left = selectedIds.length - rows.length;
  const explain = `${rows[0] ? sentence(action.explain, rows[0]) : ""} This concerns ${rows.length} of the selected rows${left > 0 ? `; ${left} cannot be changed this way` : ""}.`;
  return (
    <ActionDialog
      title={`${action.label} (${rows.length})`}
      explain={explain}
      confirm={action.label}
      inputs={action.params ?? []}
      danger={action.danger ?? false}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
