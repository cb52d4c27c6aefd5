import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { askedKeys } from '@papadag/contract/places/asked-keys'

type Choice = { label: MessageDescriptor; value: unknown }
type Question = { ask: (place: string) => MessageDescriptor; choices: readonly Choice[] }

const yes = { label: msg`Yes`, value: 'yes' }
const no = { label: msg`No`, value: 'no' }

export type AskedKey = (typeof askedKeys)[number]

/** How each fact that takes no more than a tap is asked for. */
export const factQuestions: Readonly<Record<AskedKey, Question>> = {
  fence: {
    ask: place => msg`Is ${place} fenced?`,
    choices: [
      { label: msg`All around`, value: 'whole' },
      { label: msg`Partly`, value: 'partly' },
      { label: msg`No`, value: 'none' },
    ],
  },
  openWater: { ask: place => msg`Is there open water beside ${place}, without a fence?`, choices: [yes, no] },
  shade: {
    ask: place => msg`Is there shade at ${place}?`,
    choices: [
      { label: msg`Much`, value: 'much' },
      { label: msg`Some`, value: 'some' },
      { label: msg`No`, value: 'none' },
    ],
  },
  surface: {
    ask: place => msg`What is the ground like at ${place}?`,
    choices: [
      { label: msg`Sand`, value: 'sand' },
      { label: msg`Grass`, value: 'grass' },
      { label: msg`Soft tiles`, value: 'rubber' },
      { label: msg`Hard`, value: 'hard' },
    ],
  },
  wheelchair: {
    ask: place => msg`Can a wheelchair get around ${place}?`,
    choices: [yes, { label: msg`Partly`, value: 'partly' }, no],
  },
  drinkingWater: { ask: place => msg`Is there drinking water at ${place}?`, choices: [yes, no] },
  lit: { ask: place => msg`Is ${place} lit in the evening?`, choices: [yes, no] },
  dogs: { ask: place => msg`Are dogs allowed at ${place}?`, choices: [yes, no] },
  indoor: { ask: place => msg`Is ${place} indoors?`, choices: [yes, no] },
  fee: { ask: place => msg`Does ${place} cost money?`, choices: [yes, no] },
  bicycleParking: { ask: place => msg`Can you park a cargo bike at ${place}?`, choices: [yes, no] },
  coffee: { ask: place => msg`Is there coffee close to ${place}?`, choices: [yes, no] },
}
