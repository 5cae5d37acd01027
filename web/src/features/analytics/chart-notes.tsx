import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { parseISO } from "date-fns";
import { Plus } from "lucide-react";
import { useState } from "react";

import type { ChartMark } from "@/components/charts/series";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { textOf } from "@/lib/http";
import { notes as words } from "@/lib/messages/notes";
import { toast } from "@/lib/toast";

import { notesKey, notesQuery, removeNote, writeNote, type Note } from "./api";
import { dayText } from "./span-text";

const NoteDialog = lazyPart(async () => (await import("./note-dialog")).NoteDialog);
const FIRST = 6;
const MODEL = "model"; // told by the chart's own points, which know it for the lines that are shown

type Days = { from: string; to: string };

/** The notes and events of the days shown, one mark for each day. */
export function useChartMarks(brandId: string, days: Days): ChartMark[] {
  const found = useQuery(notesQuery(brandId, days));
  const byDay = new Map<string, string[]>();
  for (const note of found.data?.data ?? [])
    if (note.kind !== MODEL) byDay.set(note.day, [...(byDay.get(note.day) ?? []), note.text]);
  return [...byDay].map(([day, texts]) => ({ at: parseISO(`${day}T00:00:00`), label: texts.join("; ") }));
}

/** The same in words under the chart, with the way to write one's own. */
export function ChartNotes({ brandId, days }: { brandId: string; days: Days }) {
  const found = useQuery(notesQuery(brandId, days));
  const [editing, setEditing] = useState<Note | "new" | null>(null);
  const [all, setAll] = useState(false);
  const list = [...(found.data?.data ?? [])].reverse();
  return (
    <section aria-label={words.title} className="mt-5 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{words.title}</h3>
        <Button
          variant="secondary"
          size="sm"
          onPointerEnter={() => void NoteDialog.prefetch()}
          onFocus={() => void NoteDialog.prefetch()}
          onClick={() => setEditing("new")}
        >
          <Plus aria-hidden size={16} /> {words.add}
        </Button>
      </div>
      {found.isError ? <p className="mt-2 text-attention-text">{words.failed}</p> : null}
      {found.data && list.length === 0 ? <p className="mt-2 text-ink-2">{words.none}</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {(all ? list : list.slice(0, FIRST)).map((note, index) => (
          <Line
            key={note.id ?? `${note.day}-${note.kind}-${index}`}
            brandId={brandId}
            note={note}
            onEdit={() => setEditing(note)}
          />
        ))}
      </ul>
      {list.length > FIRST ? (
        <Button variant="link" size="sm" onClick={() => setAll(!all)}>
          {all ? words.showFewer : words.showAll(list.length)}
        </Button>
      ) : null}
      {editing ? (
        <NoteDialog
          brandId={brandId}
          days={days}
          note={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </section>
  );
}

function Line({ brandId, note, onEdit }: { brandId: string; note: Note; onEdit: () => void }) {
  const { id, day, text, kind, editable } = note;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <time dateTime={day} className="tabular w-24 shrink-0 text-sm text-ink-2">
        {dayText(day)}
      </time>
      <Badge tone={id ? "accent" : "neutral"}>{words.kinds[kind]}</Badge>
      <span className="min-w-48 flex-1 wrap-anywhere">{text}</span>
      {id && editable ? (
        <span className="flex gap-1">
          <Button variant="ghost" size="sm" aria-label={words.editOf(text)} onClick={onEdit}>
            {words.edit}
          </Button>
          <Remove brandId={brandId} note={note} />
        </span>
      ) : null}
    </li>
  );
}

function Remove({ brandId, note }: { brandId: string; note: Note }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: notesKey(brandId) });
  const refused = (error: unknown) =>
    toast({ variant: "destructive", title: words.refused, description: textOf(error) });
  const scope = note.kind === "personal" ? ("personal" as const) : ("workspace" as const);
  const bringBack = () => void writeNote(brandId, { day: note.day, text: note.text, scope }).then(refresh, refused);
  const remove = useMutation({
    mutationFn: () => removeNote(note.id ?? ""),
    onSuccess: () => toastWithUndo(words.removed, bringBack),
    onError: refused,
    onSettled: refresh,
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={words.removeOf(note.text)}
      pending={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {words.remove}
    </Button>
  );
}
