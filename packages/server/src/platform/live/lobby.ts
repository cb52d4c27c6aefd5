import type { Visitor } from '../http/address.ts'
import { addressesPerNetwork } from '../rate-limits.ts'

/**
 * Limits per address, per network and in total: if there are too many newcomers, the oldest leaves, since it had the
 * most time to authenticate.
 */
const perAddress = 20
const perNetwork = perAddress * addressesPerNetwork
const inAll = 1000

interface Guest {
  address: string
  leave(): void
}

/** The connections whose user is not known yet. They are few, whatever one address or network does (safety S21). */
export interface Lobby {
  /**
   * Admits a connection; `leave` ends it to make room for another. The operator's own machine may fill the lobby. The
   * returned function removes it once its user is known or it has ended.
   */
  enter(visitor: Visitor, leave: () => void): () => void
}

export function createLobby(): Lobby {
  /** By network, oldest first. */
  const guests = new Map<string, Set<Guest>>()
  let size = 0

  function remove(network: string, guest: Guest) {
    const own = guests.get(network)
    if (!own?.delete(guest)) return
    size -= 1
    if (own.size === 0) guests.delete(network)
  }

  function makeRoom(network: string, oldest: Guest | undefined) {
    if (!oldest) return
    remove(network, oldest)
    oldest.leave()
  }

  function fullest(): string {
    let most = { network: '', size: 0 }
    for (const [network, { size }] of guests) if (size > most.size) most = { network, size }
    return most.network
  }

  return {
    enter({ address, network, isLocal }, leave) {
      const guest = { address, leave }
      const own = guests.get(network) ?? new Set()
      const neighbours = isLocal ? [] : [...own].filter(other => other.address === address)
      if (neighbours.length >= perAddress) makeRoom(network, neighbours[0])
      else if (!isLocal && own.size >= perNetwork) makeRoom(network, [...own][0])
      else if (size >= inAll) {
        const crowded = fullest()
        makeRoom(crowded, [...(guests.get(crowded) ?? [])][0])
      }
      guests.set(network, own.add(guest))
      size += 1
      return () => remove(network, guest)
    },
  }
}
