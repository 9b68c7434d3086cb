use reqwest::StatusCode;

use super::{content, run_script};
use crate::{
    folder::Folder,
    forms::{Form, Kind},
    product::{DATABASE, Product},
    server::Server,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_brings_everything_back() {
    let mut product = Product::start().await.unwrap();
    let session = product.sign_in().await.unwrap();
    for &kind in Kind::ALL {
        for _ in 0..5 {
            let answer =
                Form::new(kind).request(&product.client, &product.server.url()).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::CREATED);
        }
    }
    // Nothing changes between the comparison and the backup.
    product.server.stop().unwrap();
    let before = content(&product.postgres, DATABASE).await.unwrap();
    assert_eq!(before["consultations"].0, 5);

    let folder = Folder::new().unwrap();
    let file = folder.path().join("backup.dump");
    let backup = run_script("backup.sh", &file, &product.postgres.url(DATABASE), &[]).unwrap();
    assert!(backup.status.success(), "{backup:?}");

    // Into a new database, over which a server goes on where the first one stood.
    product.postgres.execute("postgres", "CREATE DATABASE restored").await.unwrap();
    let restored = product.postgres.url("restored");
    let done = run_script("restore.sh", &file, &restored, &[]).unwrap();
    assert!(done.status.success(), "{done:?}");
    assert_eq!(content(&product.postgres, "restored").await.unwrap(), before);
    product.server.resume().unwrap();
    let server = Server::start(&restored, &[]).unwrap();
    let list = session.get(&product.client, &server.url(), "/api/consultations").await.unwrap();
    let there = session.get(&product.client, &product.server.url(), "/api/consultations").await.unwrap();
    assert_eq!(list.text().await.unwrap(), there.text().await.unwrap());
    let further = Form::new(Kind::Contact).request(&product.client, &server.url()).send().await.unwrap();
    assert_eq!(further.status(), StatusCode::CREATED);
    drop(server);

    // Over a database that holds something only when that is wanted.
    let refused = run_script("restore.sh", &file, &restored, &[]).unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the database is not empty"), "{refused:?}");
    assert_ne!(content(&product.postgres, "restored").await.unwrap(), before);
    let replaced = run_script("restore.sh", &file, &restored, &[("REPLACE", "yes")]).unwrap();
    assert!(replaced.status.success(), "{replaced:?}");
    assert_eq!(content(&product.postgres, "restored").await.unwrap(), before);
}
