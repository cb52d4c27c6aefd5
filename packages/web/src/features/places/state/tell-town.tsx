import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PlaceState } from '@papadag/contract/places/place-states'
import type { Place } from '@papadag/contract/places/places'
import { environment } from '@papadag/contract/weather/weather'
import { buttonClass } from '@papadag/ui/button'
import { stateWords } from '../../../domain/places/state-words.ts'
import { useRead } from '../../../platform/data/data.ts'
import { notify } from '../../../platform/screen/notices.ts'

type Props = { place: Pick<Place, 'name' | 'latitude' | 'longitude'>; state: PlaceState }

/** Opens a prepared text for the town, if its address is known; he sends it himself. */
export function TellTown({ place: { name, latitude, longitude }, state }: Props) {
  const { i18n, t } = useLingui()
  const { municipality } = useRead(environment, {}).data ?? {}
  if (!municipality) return null
  const subject = `${i18n._(stateWords[state.kind].short)}: ${name}`
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=19/${latitude}/${longitude}`
  const picture = state.imageUrl && new URL(state.imageUrl, location.origin).href
  const text = [subject, state.text, map, picture].filter(Boolean).join('\n')
  const isMail = municipality.includes('@') && !municipality.includes('://')
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => notify({ title: msg`The text has been copied. Paste it into the form.` }),
      () => {},
    )
  if (isMail) {
    const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
    return (
      <a href={`mailto:${municipality}?${query}`} className={buttonClass({ size: 44, variant: 'soft' })}>
        <Trans>Tell the municipality</Trans>
      </a>
    )
  }
  return (
    <a
      href={municipality}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t`Tell the municipality (opens in a new tab)`}
      className={buttonClass({ size: 44, variant: 'soft' })}
      onClick={copy}
    >
      <Trans>Tell the municipality</Trans>
    </a>
  )
}
