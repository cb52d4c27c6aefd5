/**
 * Limits per address and in total: if there are too many newcomers, the oldest leaves, since it had the most time to
 * authenticate.
 */
const perAddress = 20
const inAll = 1000

interface Guest {
  leave(): void
}

/** The connections whose user is not known yet. They are few, whatever one address does (safety S21). */
export interface Lobby {
  /**
   * Admits a connection; `leave` ends it to make room for another. The operator's own machine may fill the lobby. The
   * returned function removes it once its user is known or it has ended.
   */
  enter(address: string, isLocal: boolean, leave: () => void): () => void
}

export function createLobby(): Lobby {
  /** By address, oldest first. */
  const guests = new Map<string, Set<Guest>>()
  let size = 0

  function remove(address: string, guest: Guest) {
    const own = guests.get(address)
    if (!own?.delete(guest)) return
    size -= 1
    if (own.size === 0) guests.delete(address)
  }

  /** Removes the oldest connection of an address. */
  function makeRoomAt(address: string) {
    const [oldest] = guests.get(address) ?? []
    if (!oldest) return
    remove(address, oldest)
    oldest.leave()
  }

  function fullest(): string {
    let most = { address: '', size: 0 }
    for (const [address, { size }] of guests) if (size > most.size) most = { address, size }
    return most.address
  }

  return {
    enter(address, isLocal, leave) {
      const guest = { leave }
      const own = guests.get(address) ?? new Set()
      if (!isLocal && own.size >= perAddress) makeRoomAt(address)
      else if (size >= inAll) makeRoomAt(fullest())
      guests.set(address, own.add(guest))
      size += 1
      return () => remove(address, guest)
    },
  }
}
