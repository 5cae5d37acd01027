import { Receipt } from "lucide-react";

import type { PaymentRecordOut } from "@/api/generated";
import { ofWorkspace, since, statusIn, until, workspace } from "@/components/common";
import { define } from "@/components/definition";
import { money } from "@/components/format";

export const payments = define<PaymentRecordOut>({
  name: "payments",
  label: "Payments",
  singular: "Payment",
  icon: Receipt,
  empty: "Payments appear here as Stripe reports them, and those recorded by hand.",
  title: ({ amount, currency, workspaceName }) => `${money(amount, currency.toUpperCase())} of ${workspaceName}`,
  search: "Search by workspace or id at Stripe",
  columns: [
    { source: "createdAt", label: "Date", kind: "date", sortable: true },
    workspace,
    { source: "amount", kind: "money", currency: "currency", sortable: true },
    { source: "status", kind: "status", sortable: true },
    { source: "processor" },
    { source: "number" },
  ],
  filters: [statusIn("paid", "open", "void", "uncollectible"), ofWorkspace, since, until],
  sections: [
    {
      title: "Details",
      fields: [
        { source: "paidAt", label: "Paid", kind: "date" },
        { source: "userEmail", label: "Paid by", link: { to: "users", idSource: "userId" } },
        {
          source: "processorPaymentId",
          label: "At Stripe, also for a refund",
          kind: "id",
          href: ({ processorUrl }) => processorUrl,
        },
        { source: "pageUrl", label: "Invoice page", href: ({ pageUrl }) => pageUrl },
        { source: "pdfUrl", label: "Invoice as PDF", href: ({ pdfUrl }) => pdfUrl },
      ],
    },
  ],
  form: {
    create: true,
    inputs: [
      { source: "subscriptionId", label: "Subscription", kind: "reference", to: "subscriptions", required: true },
      {
        source: "amount",
        kind: "money",
        required: "Amount must be non-negative",
        helperText: "In the currency below, with at most two decimals",
      },
      { source: "currency", initial: "USD", required: true },
      { source: "status", kind: "choice", choices: ["paid", "open", "void"], initial: "paid" },
    ],
  },
});
