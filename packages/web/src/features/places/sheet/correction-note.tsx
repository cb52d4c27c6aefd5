import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PlaceDetail } from '@papadag/contract/places/places'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { notify } from '../../../platform/screen/notices.ts'

/** Shares a father's correction as a note for OpenStreetMap, which he submits there himself. */
export function CorrectionNote({ place }: { place: PlaceDetail }) {
  const { t } = useLingui()
  const { name, latitude, longitude, corrections } = place
  const heading = t`According to visitors of “${name}” (via Papadag):`
  const lines = corrections.map(({ key, before, after }) => `${key}: ${before ?? '–'} → ${after ?? '–'}`)
  const text = [heading, ...lines].join('\n')
  // OpenStreetMap takes the position of a note from the address, but no text.
  const address = `https://www.openstreetmap.org/note/new?lat=${latitude}&lon=${longitude}#map=19/${latitude}/${longitude}`
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => notify({ title: msg`The text has been copied. Paste it into the note.` }),
      () => {},
    )
  return (
    <div className="grid gap-2.5 rounded-kap-s bg-sunken p-3 text-sm">
      <p>
        <Trans>Dads know more about this place than OpenStreetMap does. This is what your note can say:</Trans>
      </p>
      <p className="select-all whitespace-pre-line break-words text-ink-2">{text}</p>
      <p>
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t`Add it to OpenStreetMap too (opens in a new tab)`}
          className={buttonClass({ size: 44, variant: 'soft' })}
          onClick={copy}
        >
          <Icon name="pin" size={18} />
          <Trans>Add it to OpenStreetMap too</Trans>
        </a>
      </p>
      <p className="text-ink-2">
        <Trans>The text is copied when you tap. We send nothing: you paste and send it there.</Trans>
      </p>
    </div>
  )
}
