import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { answerProposal, type Proposal } from '@papadag/contract/playdates/proposals'
import { Badge } from '@papadag/ui/badge'
import { Button, buttonClass } from '@papadag/ui/button'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Card } from '@papadag/ui/card'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { Icon } from '@papadag/ui/pictures/icon'
import { useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { useUser } from '../../platform/session/session.ts'

/** A meeting that the app proposes: when, where, how many have accepted, and his answer. Nobody is named. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const dates = useDates()
  const { place, startTime, endTime, state, playdateId } = proposal
  return (
    <Card as="li" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex gap-4">
        <CalendarLeaf {...dates.leaf(startTime)} faded={state === 'over'} />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg">{dates.dayAndMonth(startTime)}</h2>
          <p className="text-ink-2 tabular-nums">{dates.timeRange(startTime, endTime)}</p>
          <p className="mt-1 flex items-start gap-2">
            <Icon name="pin" size={18} className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">
              {place.name}
              {place.address && <span className="block text-ink-2 text-sm">{place.address}</span>}
            </span>
          </p>
        </div>
      </div>
      {state === 'made' && playdateId !== null ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Badge tone="ok" icon="check">
            <Trans>It goes ahead</Trans>
          </Badge>
          <Link to={pathTo('playdates', {}, { open: String(playdateId) })} className={buttonClass({ size: 44 })}>
            <Trans>View the playdate</Trans>
          </Link>
        </div>
      ) : state === 'open' ? (
        <Open proposal={proposal} />
      ) : (
        <p role="status" className="text-ink-2">
          <Trans>Did not go ahead</Trans>
        </p>
      )}
    </Card>
  )
}

function Open({ proposal }: { proposal: Proposal }) {
  const { t } = useLingui()
  const dates = useDates()
  const { childrenInfo } = useUser()
  const { id, mine, accepted, minimum, endsAt } = proposal
  const [children, setChildren] = useState(proposal.children ?? Math.min(childrenInfo.length, limits.childrenAlong))
  const answer = useWrite(answerProposal, {
    done: msg`Your answer has been saved`,
    failed: ({ code }) => ({
      title: msg`Your answer could not be saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  const respond = (coming: boolean) => answer.mutate({ params: { id }, body: { coming, ...(coming && { children }) } })
  const isSaying = (coming: boolean) => answer.isPending && answer.variables.body.coming === coming
  const isCount = Number.isInteger(children) && children >= 0 && children <= limits.childrenAlong
  const day = dates.dayAndMonth(endsAt)
  const time = dates.time(endsAt)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 border-line border-t-2 border-dashed pt-4">
      <p role="status" className="font-[650]">
        {mine === 'yes' && (
          <>
            <Trans>You said yes.</Trans>{' '}
          </>
        )}
        {mine === 'no' && (
          <>
            <Trans>You said no.</Trans>{' '}
          </>
        )}
        {accepted === 0 ? (
          <Trans>Nobody has said yes so far.</Trans>
        ) : (
          <Plural value={accepted} one="# dad has said yes so far." other="# dads have said yes so far." />
        )}
      </p>
      {mine !== 'yes' && (
        <NumberStepper
          label={t`How many children are you bringing?`}
          value={children}
          onChange={setChildren}
          error={isCount ? undefined : sayIssue('playdate.childrenAlong')}
          min={0}
          max={limits.childrenAlong}
          decreaseLabel={t`One child fewer`}
          increaseLabel={t`One child more`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {mine !== 'yes' && (
          <Button
            variant="do"
            busy={isSaying(true)}
            disabled={!isCount || isSaying(false)}
            onClick={() => respond(true)}
          >
            <Trans>I can make it</Trans>
          </Button>
        )}
        {mine !== 'no' && (
          <Button busy={isSaying(false)} disabled={isSaying(true)} onClick={() => respond(false)}>
            {mine === 'yes' ? <Trans>Not after all</Trans> : <Trans>Not this time</Trans>}
          </Button>
        )}
      </div>
      <p className="text-ink-2 text-sm">
        <Trans>
          With {minimum} dads it becomes a playdate, and you see each other’s names. The first to say yes is its
          creator, who can change or cancel it. There is time until {day}, {time}; if there are too few by then, it does
          not go ahead.
        </Trans>
      </p>
    </div>
  )
}
