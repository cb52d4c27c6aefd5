import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type ReportReason, reportReasons, sendReport } from '@papadag/contract/moderation'
import { cleanAddress, isMailAddress } from '@papadag/contract/users/mail-address'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { targetAt } from './visitor-target.ts'

const nothing = { address: '', reason: '', text: '', name: '', email: '' }

/** A visitor's report: what he typed, what is wrong with it once he has tried to send it, and sending it. */
export function useVisitorReport(onSent: (reference: string) => void) {
  const { t } = useLingui()
  const [fields, setFields] = useState(nothing)
  const [isTried, setIsTried] = useState(false)
  const send = useWrite(sendReport, {
    failed: ({ code }) => ({
      title: msg`The report was not sent`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: ({ id }) => onSent(`M${id}`),
  })
  const target = targetAt(fields.address)
  const reason: ReportReason | undefined = reportReasons.find(choice => choice === fields.reason)
  // Reports about child safety may be anonymous (safety S33).
  const mayBeNameless = reason === 'child_safety'
  const isNameless = mayBeNameless && cleanAddress(fields.email) === ''
  // In the order of the screen.
  const problems = {
    address: target ? undefined : t`Paste a Papadag link: to a dad, a playdate or a place`,
    reason: reason ? undefined : sayIssue('report.reasonRequired'),
    text: sayIssue([...fields.text.trim()].length > limits.reportText ? 'text.tooLong' : undefined),
    name: sayIssue(fields.name.trim() === '' && !mayBeNameless ? 'field.required' : undefined),
    email: sayIssue(isNameless || isMailAddress(cleanAddress(fields.email)) ? undefined : 'user.emailInvalid'),
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    const wrong = Object.entries(problems).find(([, problem]) => problem)?.[0]
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    if (wrong || !target || !reason || send.isPending) return
    const { text, name, email } = fields
    const contact = { contactName: name.trim() || null, contactEmail: cleanAddress(email) || null }
    send.mutate({ body: { ...target, reason, text, ...contact } })
  }

  return {
    fields,
    type: (change: Partial<typeof nothing>) => setFields({ ...fields, ...change }),
    errorOf: (name: keyof typeof problems) => (isTried ? problems[name] : undefined),
    mayBeNameless,
    isBusy: send.isPending,
    submit,
  }
}
