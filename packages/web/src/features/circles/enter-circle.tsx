import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { enterCircle } from '@papadag/contract/circles'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { TextField } from '@papadag/ui/fields/text-field'
import { ScreenHead } from '@papadag/ui/screen-head'
import { type ReactNode, useEffect, useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { haveArrived, isOpenOnArrival } from '../../platform/session/circle-code.ts'
import { forgetInvitation } from '../../platform/session/kept-invitation.ts'

type Props = {
  given: string
  /** Shown while whoever has registered with the code is led in. */
  loading: ReactNode
}

/** Enters the circle of a code, which a link, a letter or a father has given him. */
export function EnterCircle({ given, loading }: Props) {
  const { t } = useLingui()
  const [isLedIn] = useState(() => isOpenOnArrival(given))
  const [code, setCode] = useState(given)
  const [isTried, setIsTried] = useState(false)
  const enter = useWrite(enterCircle, {
    failed: ({ code: why }) => ({
      title: msg`You are not in the circle`,
      serverTextOr: why === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: ({ circleId }) => {
      if (circleId !== null) navigate(pathTo('circles', { id: circleId }), { replace: true })
    },
  })
  const { mutate } = enter
  useEffect(() => {
    forgetInvitation()
    if (isOpenOnArrival(given)) mutate({ body: { code: given } })
    haveArrived()
  }, [given, mutate])
  const isMissing = code.trim() === ''
  if (isLedIn && !enter.isError && enter.data?.isIn !== false) return loading
  if (enter.data && !enter.data.isIn)
    return (
      <ScreenHead title={<Trans>Your question is there</Trans>}>
        <Trans>A keeper of the circle lets you in. You hear it as soon as he does.</Trans>
      </ScreenHead>
    )
  return (
    <>
      <ScreenHead title={<Trans>Enter a circle</Trans>}>
        <Trans>With the code that a dad has given you.</Trans>
      </ScreenHead>
      <form
        className="max-w-lg"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setIsTried(true)
          if (!isMissing) enter.mutate({ body: { code } })
        }}
      >
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <TextField
            label={t`Code`}
            hint={t`Eight letters and digits`}
            value={code}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={isTried && isMissing ? t`Type the code` : undefined}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" variant="do" busy={enter.isPending}>
            <Trans>Enter</Trans>
          </Button>
        </Card>
      </form>
    </>
  )
}
