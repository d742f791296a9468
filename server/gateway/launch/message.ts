/** What the entry point tells the site that started it, over the channel between the two processes. */
export type GatewayMessage = { readonly listening: { readonly port: number } } | { readonly failed: string };
