//! Databases that cannot store every text.

use diesel_async::SimpleAsyncConnection as _;

use crate::{
    config::database::DatabaseConfig,
    storage::{self, connect::establish, is_unusable},
    testing::{
        certificate::certificate,
        database::{admin_query, database_url, drop_database, tcp_url, unique_name},
        postgres_proxy::Proxy,
    },
};

/// A database that is dropped with the value.
struct Encoded(String);

impl Encoded {
    async fn create(encoding: &str) -> Self {
        let name = unique_name(&encoding.to_lowercase());
        admin_query(&format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'"))
            .await;
        Self(name)
    }
}

impl Drop for Encoded {
    fn drop(&mut self) {
        drop_database(&self.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_database_that_is_not_utf8_over_every_connection() {
    let (plain, encrypting) = (Proxy::start(None).await, Proxy::start(Some(certificate().1)).await);
    for encoding in ["SQL_ASCII", "LATIN1", "WIN1252", "EUC_JP"] {
        let database = Encoded::create(encoding).await;
        let name = &database.0;
        let expected = format!(
            "The database {name} has the encoding {encoding}; agency-server needs UTF8 (docs/operations.md)."
        );
        for url in [
            database_url(name).to_string(),
            tcp_url(name, "localhost", plain.port, "sslmode=disable"),
            tcp_url(name, "localhost", encrypting.port, "sslmode=require"),
        ] {
            let config = DatabaseConfig::parse(&url, 1).unwrap();
            let error = storage::get(&storage::connect(&config).unwrap()).await.err().unwrap();
            assert_eq!((error.to_string(), is_unusable(&error)), (expected.clone(), true), "{url}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_utf8_in_any_locale() {
    let name = unique_name("utf8");
    admin_query(&format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")).await;
    let database = Encoded(name);
    let mut connection =
        establish(&DatabaseConfig::parse(database_url(&database.0).as_str(), 1).unwrap()).await.unwrap();
    connection.batch_execute("SELECT 'エイダ'").await.unwrap();
}
