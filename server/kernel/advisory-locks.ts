/** The numbers of the advisory locks that are taken by one number, so that no two of them are the same. */

export const advisoryLocks = {
  /** In the database `postgres` of an embedded cluster: of the process that started the cluster. */
  owningCluster: 20_261_120,
  /** One process migrates at a time: held on a connection of its own for as long as that process works. */
  migrating: 20_261_121,
  /** Held by the transaction of a migration, which may outlive the process that sent it. */
  runningScript: 20_261_122,
  /** Held while a process makes or mends the role of the entry point. */
  makingRole: 20_261_123,
} as const;
