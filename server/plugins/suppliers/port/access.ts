/** The API keys of suppliers: sealed at rest, each for the address that it is sent to and no other. */
import type { Services } from '#server/kernel/services.ts';
import type { ResellerApi } from '../adapters/reseller-api.ts';
import type { SupplierAccess } from '../store/suppliers.ts';

const boundTo = (baseUrl: string) => `supplier ${baseUrl}`;

/** Seals the key of a supplier at an address. */
export function sealKey({ secrets }: Services, apiKey: string, baseUrl: string): { ciphertext: Buffer; keyId: string } {
  return { ciphertext: secrets.vault.seal(apiKey, boundTo(baseUrl)), keyId: secrets.vault.keyId };
}

/** How a supplier is called. */
export function apiOf(
  { secrets, env }: Services,
  { base_url: baseUrl, api_key_ciphertext: ciphertext }: Pick<SupplierAccess, 'base_url' | 'api_key_ciphertext'>,
): ResellerApi {
  return {
    baseUrl,
    apiKey: secrets.vault.open(ciphertext, boundTo(baseUrl)),
    patienceMs: env.SUPPLIER_PATIENCE_SECONDS * 1_000,
  };
}
