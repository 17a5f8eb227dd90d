export function readFloorSettings() {
  const { PORT, DATABASE_URL = '', REDIS_URL = '', PRODUCTS = '', SECRET_KEY = '' } = process.env
  return {
    port: Number(PORT),
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    products: PRODUCTS.split(','),
    secretKey: SECRET_KEY,
  }
}
