import { client } from "~/api/client";

/** Never called: fails to compile where a wrong path or field would compile. */
export async function misspelledCalls() {
  // @ts-expect-error -- no such path
  await client.GET("/api/acount");
  // @ts-expect-error -- no such method
  await client.GET("/api/token");
  await client.GET("/api/{list}", {
    // @ts-expect-error -- no such parameter
    params: { path: { list: "applications" }, query: { sort: "random" } },
  });
  // @ts-expect-error -- no such field in the body
  await client.POST("/api/token", { body: { username: "ada", pasword: "secret" } });
  // @ts-expect-error -- a required path parameter is missing
  await client.GET("/api/{list}/{key}");
  const { data } = await client.GET("/api/userinfo");
  // @ts-expect-error -- no such field in the response
  return data?.user_name;
}
