import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { type Imported, type ImportOutcome, importAccount } from '@papadag/contract/users/imports'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog'
import { type ReactNode, useState } from 'react'
import { call } from '../../../platform/data/call.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection, notify } from '../../../platform/screen/notices.ts'
import { useUser } from '../../../platform/session/session.ts'
import type { ReadExport } from './read-export.ts'

type Field = ImportOutcome['profile'][number]['field']
const fieldNames: Record<Field, MessageDescriptor> = {
  firstName: msg`First name`,
  lastName: msg`Last name`,
  bio: msg`About you`,
  phoneNumber: msg`Phone number`,
  city: msg`City`,
  favoriteLocations: msg`Favourite spots`,
}

const sections = ['profile', 'picture', 'children', 'favoritePlaces', 'reviews'] as const
type Section = (typeof sections)[number]

type Props = { read: ReadExport; preview: ImportOutcome; fileName: string; onClose: () => void }

/** Shows what an import changes, and lets him choose the parts. */
export function ImportDialog({ read, preview, fileName, onClose }: Props) {
  const { t } = useLingui()
  const { profileImage } = useUser()
  const has: Record<Section, boolean> = {
    profile: preview.profile.length > 0,
    picture: read.picture !== undefined,
    children: preview.children.added.length > 0,
    favoritePlaces: preview.favoritePlaces.added.length > 0,
    reviews: preview.reviews.added.length > 0,
  }
  // An existing picture is replaced only if he asks for it.
  const [unwanted, setUnwanted] = useState<ReadonlySet<Section>>(new Set(profileImage ? ['picture'] : []))
  const wanted = sections.filter(section => has[section] && !unwanted.has(section))
  const take = useTake(wanted.includes('picture') ? read.picture : undefined, onClose)
  const toggle = (section: Section) =>
    setUnwanted(before => {
      const after = new Set(before)
      if (!after.delete(section)) after.add(section)
      return after
    })
  const isEmpty = sections.every(section => !has[section])
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t`Close`}
      title={t`Take over from another Papadag`}
      footer={
        <>
          <Button className="flex-1" onClick={onClose}>
            {isEmpty ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!isEmpty && (
            <Button
              variant="do"
              className="flex-1"
              disabled={wanted.length === 0}
              busy={take.isPending}
              busyLabel={t`Saving...`}
              onClick={() => take.mutate({ body: partOf(read.part, wanted) })}
            >
              <Trans>Take over</Trans>
            </Button>
          )}
        </>
      }
    >
      <p className="mb-3 break-words text-ink-2 text-sm">{fileName}</p>
      {isEmpty ? (
        <p>
          <Trans>Everything in this file that we take over is here already, or is not known here.</Trans>
        </p>
      ) : (
        <Parts preview={preview} has={has} unwanted={unwanted} onToggle={toggle} />
      )}
      <LeftOut preview={preview} tooMany={read.tooMany} />
    </Dialog>
  )
}

/** Takes over what was chosen, and then the photo. */
function useTake(picture: ReadExport['picture'], onDone: () => void) {
  return useWrite(importAccount, {
    failed: ({ code }) => ({
      title: msg`Nothing was taken over`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: async () => {
      const isShown = !picture || (await call(uploadProfilePicture, { file: picture }).then(Boolean, () => false))
      notify(
        isShown
          ? { title: msg`Taken over`, description: msg`Have a look at your profile.`, icon: 'check' }
          : { title: msg`Taken over, without the photo`, description: msg`You can choose it again in your profile.` },
      )
      onDone()
    },
  })
}

/** Only the chosen parts leave the browser. */
function partOf({ format, version, account, favoritePlaces, reviews }: Imported, wanted: readonly Section[]): Imported {
  const { childrenInfo, ...profile } = account ?? {}
  return {
    format,
    version,
    account: {
      ...(wanted.includes('profile') && profile),
      ...(wanted.includes('children') && { childrenInfo }),
    },
    ...(wanted.includes('favoritePlaces') && { favoritePlaces }),
    ...(wanted.includes('reviews') && { reviews }),
  }
}

type PartsProps = {
  preview: ImportOutcome
  has: Record<Section, boolean>
  unwanted: ReadonlySet<Section>
  onToggle: (section: Section) => void
}

/** The parts that the file has, each with what it changes. */
function Parts({ preview: { profile, children, favoritePlaces, reviews }, has, unwanted, onToggle }: PartsProps) {
  const { profileImage } = useUser()
  const row = (section: Section, title: ReactNode, detail: ReactNode) =>
    has[section] && (
      <Choice key={section} checked={!unwanted.has(section)} onChange={() => onToggle(section)} title={title}>
        {detail}
      </Choice>
    )
  return (
    <ul className="grid gap-1">
      {row('profile', <Trans>Profile</Trans>, <ProfileChanges changes={profile} />)}
      {row(
        'picture',
        <Trans>Profile photo</Trans>,
        profileImage && <Trans>It takes the place of the one you have here.</Trans>,
      )}
      {row(
        'children',
        plural(children.added.length, { one: '# child', other: '# children' }),
        children.added.join(', '),
      )}
      {row(
        'favoritePlaces',
        plural(favoritePlaces.added.length, { one: '# favourite place', other: '# favourite places' }),
        favoritePlaces.added.join(', '),
      )}
      {row('reviews', plural(reviews.added.length, { one: '# review', other: '# reviews' }), reviews.added.join(', '))}
    </ul>
  )
}

type ChoiceProps = { checked: boolean; onChange: () => void; title: ReactNode; children: ReactNode }

function Choice({ checked, onChange, title, children }: ChoiceProps) {
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer gap-3 py-2">
        <input type="checkbox" checked={checked} onChange={onChange} className="mt-0.5 size-5 shrink-0 accent-picked" />
        <span className="min-w-0">
          <span className="block font-[650]">{title}</span>
          {children && <span className="block break-words text-ink-2 text-sm">{children}</span>}
        </span>
      </label>
    </li>
  )
}

function ProfileChanges({ changes }: { changes: ImportOutcome['profile'] }) {
  const { i18n } = useLingui()
  return changes.map(({ field, from, to }) => (
    <span key={field} className="block">
      {i18n._(fieldNames[field])}: {from && <>{from} → </>}
      <span className="text-ink">{to}</span>
    </span>
  ))
}

/** The parts that are not imported, and why. */
function LeftOut({
  preview: { children, favoritePlaces, reviews },
  tooMany,
}: {
  preview: ImportOutcome
  tooMany: number
}) {
  const { t } = useLingui()
  const unknown = [...new Set([...favoritePlaces.unknown, ...reviews.unknown])]
  const named = unknown.filter(name => name !== null)
  const nameless = unknown.length - named.length
  const known = children.known + favoritePlaces.known + reviews.known
  const left = children.left.join(', ')
  const names = named.join(', ')
  const sentences = [
    named.length > 0 && t`Not known here, by name and position: ${names}.`,
    nameless > 0 && t`Some places have no name in this file, so we cannot find them.`,
    left && t`Too old for a profile, or one too many: ${left}.`,
    known > 0 &&
      plural(known, {
        one: '# thing is here already and stays as it is.',
        other: '# things are here already and stay as they are.',
      }),
    tooMany > 0 &&
      plural(tooMany, {
        one: '# place or review is more than we take over at once.',
        other: '# places and reviews are more than we take over at once.',
      }),
    t`Your username, e-mail address, password, settings, playdates and chats are not taken over.`,
  ].filter(Boolean)
  return (
    <div className="mt-4 rounded-kap-s bg-sunken p-3.5 text-sm">
      <h3 className="mb-1 font-[650] text-[.9375rem]">
        <Trans>What stays behind</Trans>
      </h3>
      <ul className="grid gap-1">
        {sentences.map(sentence => (
          <li key={String(sentence)} className="break-words">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  )
}
