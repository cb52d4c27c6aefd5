import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type PlaceState, stateMended, stateStill } from '@papadag/contract/places/place-states'
import type { Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { stateWords } from '../../../domain/places/state-words.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { pictureAddress } from '../../../platform/pictures/picture-address.ts'
import { useDay } from '../sheet/use-day.ts'
import { TellTown } from './tell-town.tsx'

type Props = {
  place: Pick<Place, 'id' | 'name' | 'latitude' | 'longitude'>
  state: PlaceState
}

/** What is wrong with a playground at the moment, and whether it still is. */
export function StateNote({ place, state }: Props) {
  const { i18n, t } = useLingui()
  const { kind, text, since, imageUrl, confirmations } = state
  const day = useDay(since)
  const picture = pictureAddress(imageUrl)
  const failed = { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` }
  const still = useWrite(stateStill, { done: msg`Thanks, then it stays here for two more weeks`, failed })
  const mended = useWrite(stateMended, {
    done: { title: msg`Good news`, description: msg`When a second dad says so, it is gone from here.` },
    failed,
  })
  const input = { params: { id: place.id, state: String(state.id) } }
  return (
    <section aria-label={t`What is wrong here`} className="grid gap-2 rounded-kap-s bg-danger-soft p-3">
      <p className="flex items-start gap-2 font-bold text-danger">
        <Icon name="alert" size={20} className="mt-0.5" />
        {i18n._(stateWords[kind].whole)}
      </p>
      {text && <p className="break-words">{text}</p>}
      {picture && (
        <img
          src={picture}
          alt={t`What is wrong here`}
          className="aspect-[16/9.6] w-full max-w-80 rounded-kap-s bg-sunken object-cover"
        />
      )}
      <p className="text-ink-2 text-sm">
        <Trans>Since {day}</Trans>
        {confirmations > 0 && (
          <>
            {' · '}
            <Plural value={confirmations} one="seen by # other dad" other="seen by # other dads" />
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size={44} busy={still.isPending} disabled={mended.isPending} onClick={() => still.mutate(input)}>
          <Trans>Still so</Trans>
        </Button>
        <Button
          size={44}
          icon="check"
          busy={mended.isPending}
          disabled={still.isPending}
          onClick={() => mended.mutate(input)}
        >
          <Trans>Mended</Trans>
        </Button>
        <TellTown place={place} state={state} />
      </div>
    </section>
  )
}
