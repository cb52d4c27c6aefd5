import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createCircle } from '@papadag/contract/circles'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { ScreenHead } from '@papadag/ui/screen-head'
import { textLinkClass } from '@papadag/ui/text-link'
import { useRef, useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { CircleFields, type Described } from './circle-fields.tsx'
import { PickContacts } from './pick-contacts.tsx'

/** Makes a circle and asks whom he knows. */
export function NewCircle({ onMade }: { onMade: (id: number) => void }) {
  const { t } = useLingui()
  const [described, setDescribed] = useState<Described>({ name: '', text: '', picture: null })
  const [fathers, setFathers] = useState<number[]>([])
  const [isTried, setIsTried] = useState(false)
  // A repeat after a lost answer makes no second circle.
  const key = useRef('')
  const create = useWrite(createCircle, {
    done: msg`The circle is there. Whoever says yes is in it.`,
    failed: ({ code }) => ({
      title: msg`The circle could not be made`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: ({ id }) => onMade(id),
    idempotencyKey: () => key.current,
  })
  const name = described.name.trim()
  const send = () => {
    setIsTried(true)
    if (name === '' || fathers.length === 0) return
    key.current = crypto.randomUUID()
    create.mutate({ body: { ...described, name, fathers } })
  }
  return (
    <>
      <ScreenHead title={<Trans>New circle</Trans>}>
        <Trans>The same dads, in one lasting place. Only its members can find it.</Trans>
      </ScreenHead>
      <form
        className="max-w-lg"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <CircleFields
            value={described}
            onChange={setDescribed}
            nameError={isTried && name === '' ? t`Give the circle a name` : undefined}
          />
          <PickContacts
            chosen={fathers}
            onChange={setFathers}
            error={isTried && fathers.length === 0 ? t`Choose at least one dad` : undefined}
          />
          <Button type="submit" variant="do" busy={create.isPending}>
            <Trans>Make the circle</Trans>
          </Button>
          <Link to={pathTo('circles', {}, { code: '' })} className={`justify-self-start ${textLinkClass}`}>
            <Trans>I have a code</Trans>
          </Link>
        </Card>
      </form>
    </>
  )
}
