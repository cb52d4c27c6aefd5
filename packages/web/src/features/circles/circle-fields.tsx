import { Trans, useLingui } from '@lingui/react/macro'
import { type Circle, circlePictures } from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import { RadioRow } from '@papadag/ui/fields/radio-row'
import { TextArea, TextField } from '@papadag/ui/fields/text-field'
import { CirclePicture } from './circle-picture.tsx'

export type Described = Pick<Circle, 'name' | 'text' | 'picture'>
type Props = { value: Described; onChange: (value: Described) => void; nameError: string | undefined }

/** The name, text and picture of a circle. */
export function CircleFields({ value, onChange, nameError }: Props) {
  const { t } = useLingui()
  const names: Record<(typeof circlePictures)[number], string> = {
    sandbox: t`Sandbox`,
    bike: t`Bicycle`,
    picnic: t`Picnic`,
    water: t`Water`,
    sun: t`Sun`,
    playCorner: t`Play corner`,
  }
  return (
    <>
      <TextField
        label={t`Name of the circle`}
        value={value.name}
        maxLength={limits.circleName}
        error={nameError}
        onChange={({ target }) => onChange({ ...value, name: target.value })}
      />
      <TextArea
        label={t`What you do together`}
        mark={t`(optional)`}
        value={value.text}
        maxLength={limits.circleText}
        onChange={({ target }) => onChange({ ...value, text: target.value })}
      />
      <fieldset>
        <legend className="mb-1.5 font-[650] text-[.9375rem]">
          <Trans>Picture</Trans>
        </legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-2">
          {[null, ...circlePictures].map(picture => (
            <RadioRow
              key={picture}
              name="picture"
              checked={value.picture === picture}
              onChange={() => onChange({ ...value, picture })}
            >
              <CirclePicture picture={picture} size={36} />
              <span className="min-w-0 break-words text-sm">{picture ? names[picture] : t`None`}</span>
            </RadioRow>
          ))}
        </div>
      </fieldset>
    </>
  )
}
