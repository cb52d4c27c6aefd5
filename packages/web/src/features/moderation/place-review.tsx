import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import type { ModeratedPlace } from '@papadag/contract/moderation'
import { decideOnPlace } from '@papadag/contract/places/place-edits'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { TextField } from '@papadag/ui/fields/text-field'
import { Icon } from '@papadag/ui/pictures/icon'
import { inlineLinkClass, textLinkClass } from '@papadag/ui/text-link'
import { useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { reads } from '../../platform/data/reads.ts'
import { useDates } from '../../platform/language/dates.ts'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { useDecisionWords } from './use-decision-words.ts'

/** A new or disputed place. */
export function PlaceReview({ place, onDecided }: { place: ModeratedPlace; onDecided: () => void }) {
  const { t } = useLingui()
  const { reason, rule, type, forget } = useDecisionWords(`place-review-${place.id}`)
  const [isTried, setIsTried] = useState(false)
  const decide = useWrite(decideOnPlace, {
    done: msg`Decided`,
    failed: ({ code }) => ({
      title: msg`The decision was not saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: async () => {
      forget()
      // The places' own call does not refresh this screen.
      await reads.invalidateQueries({ queryKey: ['/api/moderation/queue'] })
      onDecided()
    },
  })
  const isTooLong = [...reason.trim()].length > limits.description
  const isRuleTooLong = [...rule.trim()].length > limits.moderationRule
  const decideOn = (decision: 'confirm' | 'hide' | 'restore') => {
    setIsTried(true)
    if (reason.trim() === '' || isTooLong || isRuleTooLong || decide.isPending) return
    decide.mutate({ params: { id: place.id }, body: { decision, reason, rule } })
  }
  return (
    <Card as="article" aria-label={place.name} className="grid gap-3">
      <ReviewedPlace place={place} />
      <TextField
        label={t`Why`}
        hint={t`The person concerned will read this. Say what happened, never who reported it.`}
        value={reason}
        onChange={event => type({ reason: event.currentTarget.value })}
        error={sayIssue(isTooLong ? 'text.tooLong' : isTried && reason.trim() === '' ? 'field.required' : undefined)}
      />
      <TextField
        label={t`House rule or law`}
        mark={t`(optional)`}
        value={rule}
        onChange={event => type({ rule: event.currentTarget.value })}
        error={sayIssue(isRuleTooLong ? 'text.tooLong' : undefined)}
      />
      <div className="flex flex-wrap gap-2.5">
        {place.isHidden ? (
          <Button size={44} variant="do" busy={decide.isPending} onClick={() => decideOn('restore')}>
            <Trans>Restore it</Trans>
          </Button>
        ) : (
          <Button size={44} variant="do" busy={decide.isPending} onClick={() => decideOn('confirm')}>
            <Trans>This is right</Trans>
          </Button>
        )}
        {/* A hidden place stays hidden and leaves the list. */}
        <Button size={44} disabled={decide.isPending} onClick={() => decideOn('hide')}>
          {place.isHidden ? <Trans>Leave it hidden</Trans> : <Trans>Hide it</Trans>}
        </Button>
      </div>
    </Card>
  )
}

/** What he decides on: the place, who added it, and what others say about it. */
function ReviewedPlace({ place }: { place: ModeratedPlace }) {
  const { t } = useLingui()
  const picture = pictureAddress(place.imageUrl)
  return (
    <>
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 break-words text-xl">{place.name}</h3>
        {place.isNew && <Badge>{t({ message: 'new', context: 'place' })}</Badge>}
        {place.isHidden && (
          <Badge icon="eyeOff">
            <Trans>Hidden</Trans>
          </Badge>
        )}
      </header>
      {place.address && <p className="break-words text-ink-2 text-sm">{place.address}</p>}
      {place.description && <p className="whitespace-pre-wrap break-words">{place.description}</p>}
      {place.contributor && <Contributor of={place.contributor} />}
      {picture && <img src={picture} alt="" className="max-h-[60dvh] max-w-full rounded-m" />}
      {!place.isHidden && place.latitude !== null && <SeePlace place={place} />}
      {place.proposals.length > 0 && <Proposals of={place} />}
    </>
  )
}

function SeePlace({ place: { id, type } }: { place: ModeratedPlace }) {
  return (
    <Link
      to={
        type === 'playground'
          ? pathTo('playground-map', {}, { place: String(id) })
          : pathTo('places', {}, { open: String(id) })
      }
      className={`justify-self-start text-sm ${textLinkClass}`}
    >
      <Icon name="pin" size={18} />
      {type === 'playground' ? <Trans>See it on the map</Trans> : <Trans>See the place</Trans>}
    </Link>
  )
}

function Proposals({ of: { proposals } }: { of: ModeratedPlace }) {
  return (
    <ul className="grid gap-2">
      {proposals.map((proposal, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name here and keep their order
        <li key={at} className="rounded-m bg-sunken p-3">
          <p className="font-[650] text-sm">
            {proposal.kind === 'gone' ? <Trans>It is no longer there</Trans> : <Trans>Propose a change</Trans>}
          </p>
          {proposal.text && <p className="whitespace-pre-wrap break-words">{proposal.text}</p>}
        </li>
      ))}
    </ul>
  )
}

/** Who added it, how long he has been a member, and what happened to his other places. */
function Contributor({ of: who }: { of: NonNullable<ModeratedPlace['contributor']> }) {
  const dates = useDates()
  const { id, otherPlaces, hiddenPlaces } = who
  const name = `${who.firstName} ${who.lastName}`.trim()
  const since = dates.dayAndMonth(who.since)
  return (
    <p className="break-words text-ink-2 text-sm">
      <Trans>
        Added by{' '}
        <Link to={pathTo('user', { id })} className={inlineLinkClass}>
          {name}
        </Link>
        , here since {since}.
      </Trans>{' '}
      <Plural
        value={otherPlaces}
        _0="It is his first place."
        one="He added # other place."
        other="He added # other places."
      />
      {hiddenPlaces > 0 && (
        <>
          {' '}
          <Plural value={hiddenPlaces} one="# of them is hidden." other="# of them are hidden." />
        </>
      )}
    </p>
  )
}
