import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import type { ReactNode } from "react";
import { useLocation, useRecordContext, useResourceContext } from "react-admin";

import { recordHref } from "./links";

/** A part of a record's page with an address of its own; parts of one group share a tab. */
export type Section = { label: string; group?: string; content: ReactNode };

const pathOf = (label: string) => label.toLowerCase().replaceAll(" ", "-");
const groupOf = ({ group, label }: Section) => group ?? label;

/** The parts of a record, one at a time. The first is the record's own address; every other has its label for one. */
export function RecordTabs({ sections }: { sections: Section[] }) {
  const record = useRecordContext();
  const resource = useResourceContext() ?? "";
  const { pathname } = useLocation();
  const [first, ...others] = sections as [Section, ...Section[]];
  if (!record) return null;
  const path = /\/show\/([^/]+)/.exec(pathname)?.[1];
  const here = others.find(({ label }) => pathOf(label) === path) ?? first;
  const address = (section: Section) =>
    section === first ? recordHref(resource, record.id) : `${recordHref(resource, record.id)}/${pathOf(section.label)}`;
  const heads = sections.filter(
    (section, place) => sections.findIndex((other) => groupOf(other) === groupOf(section)) === place,
  );
  const siblings = sections.filter((section) => groupOf(section) === groupOf(here));
  return (
    <>
      <Tabs
        value={groupOf(here)}
        variant="scrollable"
        scrollButtons="auto"
        sx={{ borderBottom: 1, borderColor: "divider", px: 1 }}
      >
        {heads.map((section) => (
          <Tab
            key={groupOf(section)}
            value={groupOf(section)}
            label={groupOf(section)}
            component="a"
            href={address(section)}
          />
        ))}
      </Tabs>
      {siblings.length > 1 ? (
        <Tabs
          value={here.label}
          variant="scrollable"
          scrollButtons={false}
          aria-label={groupOf(here)}
          sx={{ minHeight: 36, px: 1, bgcolor: "action.hover", "& .MuiTab-root": { minHeight: 36, fontSize: 13 } }}
        >
          {siblings.map((section) => (
            <Tab
              key={section.label}
              value={section.label}
              label={section.label}
              component="a"
              href={address(section)}
            />
          ))}
        </Tabs>
      ) : null}
      <Box role="tabpanel" aria-label={here.label} sx={{ p: 2, minWidth: 0 }}>
        {here.content}
      </Box>
    </>
  );
}
