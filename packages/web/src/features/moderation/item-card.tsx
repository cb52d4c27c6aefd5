import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ModeratedItem } from '@papadag/contract/moderation'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { useState } from 'react'
import { useDates } from '../../platform/language/dates.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { DecisionForm } from './decision-form.tsx'
import { ReportedEvidence } from './reported-evidence.tsx'
import { decidedWords, reasonWords, targetWords } from './words.ts'

/** All reports about one thing, earlier decisions, and the decision form. */
export function ItemCard({ item, onDecided }: { item: ModeratedItem; onDecided: () => void }) {
  const { i18n } = useLingui()
  const [isDeciding, setIsDeciding] = useState(false)
  const { targetType, subject, reports, decisions, isUrgent, isHidden } = item
  const what = i18n._(targetWords[targetType])
  const name = reports.find(({ evidence }) => evidence?.name)?.evidence?.name
  const shown = reports.find(({ evidence }) => evidence)
  const heading = name ? `${what}: ${name}` : what
  return (
    <Card as="article" aria-label={heading} className="grid gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 break-words text-xl">{heading}</h3>
        {isUrgent && (
          <Badge tone="danger" icon="alert">
            <Trans>Safety of children</Trans>
          </Badge>
        )}
        {isHidden && (
          <Badge icon="eyeOff">
            <Trans>Hidden</Trans>
          </Badge>
        )}
      </header>
      {subject && (
        <p className="text-sm">
          <Trans>
            About{' '}
            <Link to={pathTo('user', { id: subject.id })} className="font-[650] text-link underline">
              {`${subject.firstName} ${subject.lastName}`}
            </Link>
          </Trans>
        </p>
      )}
      {shown?.evidence && <ReportedEvidence evidence={shown.evidence} reportId={shown.id} />}
      <Reports reports={reports} />
      {decisions.length > 0 && <DecidedEarlier decisions={decisions} />}
      {isDeciding ? (
        <DecisionForm item={item} onDone={onDecided} />
      ) : (
        <Button size={44} className="justify-self-start" onClick={() => setIsDeciding(true)}>
          {reports.some(({ isOpen }) => isOpen) ? <Trans>Decide…</Trans> : <Trans>Decide again…</Trans>}
        </Button>
      )}
    </Card>
  )
}

function Reports({ reports }: Pick<ModeratedItem, 'reports'>) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  return (
    <>
      <h4 className="font-[650]">{t`${plural(reports.length, { one: '# report', other: '# reports' })}`}</h4>
      <ul className="grid gap-2">
        {reports.map(report => (
          <li key={report.id} className="rounded-m bg-sunken p-3">
            <p className="font-[650] text-sm">{i18n._(reasonWords[report.reason])}</p>
            {report.text && <p className="whitespace-pre-wrap break-words">{report.text}</p>}
            <p className="break-words text-ink-2 text-sm">
              {[
                `M${report.id}`,
                report.reporter ?? t`Somebody without a name`,
                report.contactEmail,
                `${dates.shortDate(report.createdAt)} ${dates.time(report.createdAt)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function DecidedEarlier({ decisions }: Pick<ModeratedItem, 'decisions'>) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  return (
    <>
      <h4 className="font-[650]">
        <Trans>Decided earlier</Trans>
      </h4>
      <ul className="grid gap-1 text-sm">
        {decisions.map(decision => {
          const done = decidedWords[decision.decision]
          return (
            <li key={decision.id} className="break-words">
              {[
                `B${decision.id}`,
                done && i18n._(done),
                decision.isAutomatic && t`automatically`,
                decision.reason,
                dates.shortDate(decision.createdAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            </li>
          )
        })}
      </ul>
    </>
  )
}
