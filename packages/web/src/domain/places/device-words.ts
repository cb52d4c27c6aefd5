import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Equipment } from '@papadag/contract/places/facts'

/** Each device as it stands within a sentence. */
export const deviceWords: Readonly<Record<Equipment, MessageDescriptor>> = {
  slide: msg`slide`,
  swing: msg`swing`,
  babySwing: msg`baby swing`,
  basketSwing: msg`basket swing`,
  climbing: msg`climbing frame`,
  springer: msg`spring rider`,
  seesaw: msg`seesaw`,
  carousel: msg`roundabout`,
  zipLine: msg`zip line`,
  trampoline: msg`trampoline`,
  sandbox: msg`sandpit`,
  waterPlay: msg`water play`,
  playHouse: msg`play house`,
  football: msg`football pitch`,
  basketball: msg`basketball hoop`,
  tableTennis: msg`table tennis table`,
  skating: msg`skate park`,
  balance: msg`balance beam`,
  hammock: msg`hammock`,
  structure: msg`play tower`,
  tunnel: msg`tunnel`,
  bars: msg`bars`,
  digger: msg`sand digger`,
  music: msg`music`,
  chalkboard: msg`chalkboard`,
  gameTable: msg`board game table`,
  fitness: msg`fitness`,
  ballGames: msg`ball court`,
  hill: msg`hill`,
  track: msg`bike and scooter track`,
  hopscotch: msg`hopscotch`,
  ballPit: msg`ball pit`,
  rideOn: msg`ride-on animal`,
  marbleRun: msg`marble run`,
  panel: msg`play panel`,
  hangout: msg`hangout for teens`,
  shelter: msg`shelter`,
}

/** With a capital, as words begin that stand alone. */
export function asSentence({ locale }: I18n, words: string): string {
  return `${words.slice(0, 1).toLocaleUpperCase(locale)}${words.slice(1)}`
}
