import { msg } from '@lingui/core/macro'
import { limits } from '@papadag/contract/limits'
import { editSettings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection } from '../../../platform/screen/notices.ts'

type Props = {
  label: ReactNode
  action: ReactNode
  variant?: ComponentProps<typeof Button>['variant']
  onDone?: () => void
}

/** Sets the neighbourhood to a town that the user names. */
export function TownForm({ label, action, variant, onDone }: Props) {
  const [town, setTown] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useWrite(editSettings, {
    failed: ({ code }) =>
      code === 'user.unknownTown'
        ? undefined
        : {
            title: msg`The setting could not be saved`,
            serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
          },
    onDone: () => {
      setTown('')
      onDone?.()
    },
    onFailed: ({ code, sentence }) => setError(code === 'user.unknownTown' ? sentence : undefined),
  })
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5"
      onSubmit={event => {
        event.preventDefault()
        // A dialog's events also reach the form that opened it.
        event.stopPropagation()
        if (town.trim() !== '' && !isPending) mutate({ body: { town } })
      }}
    >
      <TextField
        label={label}
        icon="pin"
        autoComplete="address-level2"
        enterKeyHint="go"
        maxLength={limits.city}
        value={town}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setTown(value)
          setError(undefined)
        }}
      />
      <Button type="submit" {...(variant && { variant })} busy={isPending} className="justify-self-start">
        {action}
      </Button>
    </form>
  )
}
